// Shows how many bytes came, on a line of the terminal that the output of the command replaces. By yocto-spinner.

import type { Writable } from 'node:stream'
import yoctoSpinner from 'yocto-spinner'

/** A terminal need not be written more often. */
const SHOWN_EVERY_MS = 100

export interface ReceivedBytes {
  /**
   * The `fetch` of a client whose successful answers are counted, their bytes together; undefined for that of the platform.
   * The size that is shown is that of the present answer.
   */
  fetch: typeof fetch | undefined
  /** Removes the line. */
  end(): void
}

/** @param terminal undefined shows nothing */
export function showReceived(terminal: Writable | undefined): ReceivedBytes {
  if (!terminal) return { fetch: undefined, end() {} }
  // The program handles signals itself (main.ts).
  const spinner = yoctoSpinner({ stream: terminal, text: textOf(0, ''), handleSignals: false }).start()
  let bytes = 0
  let shownAt = performance.now()
  const count = (length: number, ofSize: string) => {
    bytes += length
    if (performance.now() - shownAt < SHOWN_EVERY_MS) return
    shownAt = performance.now()
    spinner.text = textOf(bytes, ofSize)
  }
  return {
    async fetch(input, init) {
      // The `fetch` of the platform: the name of a method is not in scope in its body.
      const answer = await fetch(input, init)
      if (!answer.body || !answer.ok) return answer
      const size = Number(answer.headers.get('content-length') ?? 0)
      const ofSize = answer.headers.has('content-encoding') || size === 0 ? '' : ` of ${size}`
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          count(piece.length, ofSize)
          controller.enqueue(piece)
        },
      })
      return new Response(answer.body.pipeThrough(counting), answer)
    },
    end: () => void spinner.stop(),
  }
}

/** `Receiving: 1000 of 5000 bytes`. @param ofSize empty if the size is not known */
function textOf(bytes: number, ofSize: string): string {
  return `Receiving: ${bytes}${ofSize} bytes`
}
