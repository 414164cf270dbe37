import t from 'tap'
import { sha256, sha256InSlices } from '../../lib/digest.ts'

const MIB = 1024 * 1024

t.test('a digest made in slices is the same', async (t) => {
  for (const length of [0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 1]) {
    const bytes = Buffer.alloc(length, 'abcdefg')
    t.equal(await sha256InSlices(bytes), sha256(bytes), `${length} bytes`)
  }
})

t.test('while many bytes are hashed, other work gets a turn after each MiB', async (t) => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await sha256InSlices(Buffer.alloc(8 * MIB))
  isDone = true
  t.ok(turns >= 7, `${turns} turns`)
})
