// Numbers for people.

// Where three digits, or six, or nine follow. To load Intl's formats of numbers takes 15 ms, in each thread.
const BETWEEN_GROUPS = /\B(?=(?:\d{3})+$)/g

/** A whole number, with commas between thousands. */
export function formatCount(number: number): string {
  return String(number).replace(BETWEEN_GROUPS, ',')
}

/** `1 release`, `2 releases`. */
export function formatCountOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`
}

/** ` (+3)`, or nothing for 0. */
export function formatDifference(number: number): string {
  if (number === 0) return ''
  return ` (${number > 0 ? '+' : '−'}${formatCount(Math.abs(number))})`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(number: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(number, 1)) / 3), UNITS.length - 1)
  return `${(number / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}

export function formatSeconds(number: number): string {
  return `${number.toFixed(number < 10 ? 2 : 1)} s`
}
