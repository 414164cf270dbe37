// A stream that keeps what is written to it, as a terminal shows it to a person.

import { Writable } from 'node:stream'

export class Terminal extends Writable {
  readonly isTTY: boolean = true
  readonly columns = 80
  text = ''
  readonly #onText: (text: string) => void

  /** @param onText called with each piece */
  constructor(onText: (text: string) => void = () => {}) {
    super()
    this.#onText = onText
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const text = chunk.toString('utf8')
    this.text += text
    done()
    this.#onText(text)
  }

  // Moves of the cursor write no text.
  cursorTo(): void {}
  moveCursor(): void {}
  clearLine(): void {}
}
