// Writes to a stream without end, as fast as the other side reads.

import type { Writable } from 'node:stream'

/** Writes the same piece again and again until the stream is closed. */
export function flood(stream: Writable, piece: Buffer | string): void {
  const more = () => {
    while (!stream.destroyed && stream.write(piece));
  }
  stream.on('drain', more)
  more()
}
