// Numbers for people.

/** A whole number, 0 or more, with commas between thousands. Loading Intl's formats would take 15 ms in each thread. */
export function formatCount(number: number): string {
  const digits = String(number)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, 0), end))
  return groups.join(',')
}

/** `1 release`, `2 releases`. */
export function formatCountOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `512 bytes`, `1.5 kB` for 1,500. */
export function formatBytes(number: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(number, 1)) / 3), UNITS.length - 1)
  return `${(number / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}
