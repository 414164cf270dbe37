// Special files in place of regular ones: each would block a reader, or never end.

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Functions that make a special file at a free path, by its name in the messages of the programs. */
export const ODD_FILES: Readonly<Record<string, (path: string, t: Test) => unknown>> = {
  'a named pipe (FIFO)': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a socket': async (path, t) => {
    // The address of a socket has at most 107 characters, so the path may be too long for one.
    const folder = mkdtempSync(join(tmpdir(), 'socket-'))
    const server = createServer().listen(join(folder, 's'))
    t.teardown(() => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    await once(server, 'listening')
    symlinkSync(join(folder, 's'), path)
  },
}

/** Replaces a file by each of them in turn. */
export async function eachOddFile(
  t: Test,
  path: string,
  run: (kind: string) => Promise<unknown>,
): Promise<void> {
  for (const [kind, make] of Object.entries(ODD_FILES)) {
    rmSync(path, { recursive: true, force: true })
    await make(path, t)
    await run(kind)
  }
}

/**
 * Expects a message about a special file. Devices and sockets are links, which a source may refuse because they lead
 * out of it.
 */
export function namesOddFile(t: Test, stderr: string, { path, kind }: { path: string; kind: string }): void {
  const isLink = kind === 'a device' || kind === 'a socket'
  const whys = [`${kind}; expected a regular file`, ...(isLink ? ['a link to /'] : [])]
  t.ok(
    whys.some((why) => stderr.includes(`${path}: ${why}`)),
    stderr,
  )
}
