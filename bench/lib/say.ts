// Progress, for whoever waits.

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
