// Eleventy as it comes, but for its templates' folder and for what it prints.

export default function configure(config) {
  config.setQuietMode(true)
  return { dir: { input: 'bench/eleventy/input' } }
}
