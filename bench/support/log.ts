// Progress, for whoever waits.

export function log(text: string): void {
  process.stderr.write(`${text}\n`)
}
