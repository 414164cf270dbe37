// The files of home that are the same every day: script and style, bundled and made small by esbuild, the icon, the
// packed client, and what the changelog says of the API. Plain JavaScript, for the configuration of esbuild runs it, too.

// biome-ignore lint/plugin/blocking-reads: a part of the bundler, which reads our own files
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const read = (...path) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

/** @returns {import('./home-assets.ts').HomeAssets} */
export function bundleAssets() {
  const { outputFiles } = bundleScriptAndStyle()
  const textOf = (suffix) => outputFiles.find(({ path }) => path.endsWith(suffix)).text
  return {
    script: textOf('.js'),
    style: textOf('.css'),
    icon: read('icon.svg'),
    client: { version: JSON.parse(read('../../../client/package.json')).version, base64: clientPackage() },
    changelog: contractOf(read('../../../CHANGELOG.md')),
  }
}

/** The files that the assets are made of, relative to the root of the repository, without those of the client. */
export function assetInputs() {
  const { metafile } = bundleScriptAndStyle()
  return [...Object.keys(metafile.inputs), 'build/home/assets/icon.svg', 'CHANGELOG.md']
}

function bundleScriptAndStyle() {
  // Not by `import`: a program that has the assets embedded must not load esbuild.
  const { buildSync } = createRequire(import.meta.url)('esbuild')
  return buildSync({
    entryPoints: {
      script: join(import.meta.dirname, '../script/main.ts'),
      style: join(import.meta.dirname, 'style.css'),
    },
    // Never written. Names of files must not get into the bytes.
    outdir: '/',
    absWorkingDir: join(import.meta.dirname, '../../..'),
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
}

function clientPackage() {
  const path = join(import.meta.dirname, '../../../dist/client.tgz')
  if (!existsSync(path)) throw new Error(`${path}: missing; \`make dist\` packs it`)
  return readFileSync(path, 'base64')
}

/** Of each version that changed the API: its heading, and what it says of that, as Markdown. */
function contractOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((version) => {
      const [heading, ...rest] = version.split('\n')
      const part = rest
        .join('\n')
        .split(/^### /m)
        .find((each) => each.startsWith('API contract'))
      if (part === undefined) return []
      const changes = part
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .map((line) => line.slice(2))
      return [{ heading, changes }]
    })
}

/** A plugin for esbuild: a bundle holds the assets as text, and needs none of what made them. */
export const embeddedAssets = {
  name: 'embedded-assets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]home[\\/]assets[\\/]home-assets\.ts$/ }, () => ({
      contents: `const assets = ${JSON.stringify(bundleAssets())}\nexport const homeAssets = () => assets`,
      loader: 'js',
    }))
  },
}
