import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, constants, type PathLike, writeFileSync } from 'node:fs'
import fs, { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { endIfStalled, FileAccess, files, readRegularSync } from '../../../lib/files/file-access.ts'
import { holdTimer } from '../../helpers/held-timer.ts'
import { eachOddFile } from '../../helpers/odd-files.ts'

t.test('a file is read whole, as a stream, and in part', async (t) => {
  const path = join(t.testdir({}), 'file')
  for (const size of [0, 1, 256 * 1024, 600_001]) {
    const bytes = randomBytes(size)
    writeFileSync(path, bytes)
    t.ok((await files.read(path)).equals(bytes), `${size} bytes, whole`)
    t.ok((await buffer(await files.stream(path))).equals(bytes), 'as a stream')
    t.ok(readRegularSync(path).equals(bytes), 'at once')
  }
  const part = await buffer(await files.stream(path, { start: 3, end: 200_000, pieceBytes: 4096 }))
  t.ok(part.equals(readRegularSync(path).subarray(3, 200_001)))
})

t.test('a piece of a small file takes little memory, and what is added meanwhile is read', async (t) => {
  const path = join(t.testdir({ file: 'before' }), 'file')
  const [piece] = await (await files.stream(path)).toArray()
  t.equal(piece.buffer.byteLength, 4096)
  const stream = await files.stream(path)
  const added = randomBytes(10_000)
  appendFileSync(path, added)
  t.ok((await buffer(stream)).equals(Buffer.concat([Buffer.from('before'), added])))
})

t.test('an irregular file is refused at once, by every function', async (t) => {
  const path = join(t.testdir({}), 'x')
  await eachOddFile(t, path, async (kind) => {
    const error = { code: 'ERR_IRREGULAR_FILE', message: `${path}: ${kind}; expected a regular file` }
    await t.rejects(files.read(path), error, kind)
    await t.rejects(files.stream(path), error)
    t.throws(() => readRegularSync(path), error)
  })
  await t.rejects(files.read(`${path}.none`), { code: 'ENOENT' })
})

t.test('a file that is too large is not read', async (t) => {
  const path = join(t.testdir({ file: 'four' }), 'file')
  t.equal((await files.read(path, 4)).length, 4)
  await t.rejects(files.read(path, 3), { message: `${path}: 4 bytes; expected at most 3` })
})

/** Opens a FIFO in a thread of Node, which waits for a writer; the returned function opens the writer. */
function stalling(t: Test) {
  const folder = t.testdir({ file: 'text' })
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  // Without O_NONBLOCK: this returns when the other end is open.
  const release = async () => (await open(fifo, constants.O_RDWR)).close()
  return { fifo, path: join(folder, 'file'), open: () => open(fifo, constants.O_RDONLY), release }
}

/** Makes a call that starts one timer, which fires at once. */
async function late<T>(t: Test, begin: () => Promise<T>): Promise<T> {
  let call: Promise<T> | undefined
  const timer = await holdTimer(t, () => {
    call = begin()
  })
  t.same(timer.times, [30_000])
  timer.end()
  if (!call) throw new RangeError('not begun')
  return call
}

const settled = async () => {
  let isStalled = true
  while (isStalled) {
    await nextTurn()
    isStalled = false
    endIfStalled(() => {
      isStalled = true
      return true
    })
  }
}

t.test('a call that does not return fails, and further ones are refused until it does', async (t) => {
  const { fifo, path, open, release } = stalling(t)
  const access = new FileAccess({ atOnce: 1 })
  let closed = 0
  const close = async (late: FileHandle) => {
    await late.close()
    closed += 1
  }
  await t.rejects(
    late(t, () => access.call(fifo, open, close)),
    {
      code: 'ERR_STALLED_FILE',
      message: `${fifo}: the file system does not answer for 30 s; is a network share away?`,
    },
  )
  await t.rejects(access.read(path), {
    message: `${path}: not read, because the file system does not answer`,
  })
  t.equal((await files.read(path)).toString(), 'text', 'another access is not affected')
  let ends = 0
  endIfStalled(() => {
    ends += 1
    return true
  })
  t.equal(ends, 1, 'the process could not end by itself')

  await release()
  await settled()
  t.equal(closed, 1, 'a late result is released')
  t.equal((await access.read(path)).toString(), 'text')
})

t.test('a result that has arrived by the deadline counts: the process was held up', async (t) => {
  const access = new FileAccess()
  t.equal(await late(t, () => access.call('x', () => nextTurn('there'))), 'there')
  t.equal(await access.call('x', async () => 'and the next'), 'and the next')
})

t.test('no more calls run than allowed; waiting ones begin in order', async (t) => {
  const access = new FileAccess({ atOnce: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const calls = [0, 1, 2, 3].map((each) =>
    access.call('x', () => {
      begun.push(each)
      return new Promise<void>((resolve) => {
        ends[each] = resolve
      })
    }),
  )
  await nextTurn()
  t.same(begun, [0, 1])
  ends[1]?.()
  await nextTurn()
  t.same(begun, [0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await nextTurn()
  t.same(begun, [0, 1, 2, 3])
  ends[3]?.()
  await Promise.all(calls)
})

t.test('calls for streams let waiting others go first', async (t) => {
  const path = join(t.testdir({ file: 'text' }), 'file')
  const access = new FileAccess({ atOnce: 1 })
  const ended: string[] = []
  const streams = Array.from({ length: 20 }, async () => {
    const stream = await access.stream(path)
    ended.push('opened')
    return buffer(stream)
  })
  const whole = access.read(path).then(() => ended.push('read whole'))
  await Promise.all([whole, ...streams])
  t.ok(ended.indexOf('read whole') < 4, ended.join(', '))
})

t.test('a call that waits too long for its turn fails as well', async (t) => {
  const { fifo, path, open, release } = stalling(t)
  const access = new FileAccess({ atOnce: 1 })
  const first = access.call(fifo, open, (late) => late.close())
  const second = late(t, () => access.call('second', async () => t.fail('never begun')))
  await t.rejects(second, { code: 'ERR_STALLED_FILE', message: /^second: / })
  await release()
  await (await first).close()
  t.equal((await access.read(path)).toString(), 'text')
})

t.test('files are closed, even if a stream is abandoned or a read fails', async (t) => {
  const path = join(t.testdir({}), 'file')
  writeFileSync(path, randomBytes(300_000))
  const opened: { closes: number }[] = []
  const { open } = fs
  const spy = async (...given: [PathLike, number]) => {
    const file = await open(...given)
    const entry = { closes: 0 }
    opened.push(entry)
    const close = file.close.bind(file)
    return Object.assign(file, {
      close: () => {
        entry.closes += 1
        return close()
      },
    })
  }
  t.intercept(fs, 'open', { value: spy, writable: true, configurable: true })
  const { syncBuiltinESMExports } = await import('node:module')
  syncBuiltinESMExports()
  t.teardown(() => syncBuiltinESMExports())
  await files.read(path)
  await t.rejects(files.read(path, 1))
  for await (const piece of await files.stream(path, { pieceBytes: 1000 })) {
    t.equal(piece.length, 1000)
    break
  }
  ;(await files.stream(path)).destroy()
  await nextTurn()
  await stat(path)
  t.same(opened, Array(4).fill({ closes: 1 }))
})
