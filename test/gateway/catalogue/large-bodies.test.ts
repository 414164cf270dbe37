import t from 'tap'
import { CachedAnswer } from '../../../gateway/catalogue/cached-answer.ts'
import { LargeBodies } from '../../../gateway/catalogue/large-bodies.ts'
import { sha256 } from '../../../lib/digest.ts'
import { LARGE_BYTES } from '../../../lib/gzip-in-thread.ts'

const MEGABYTE = 1024 * 1024

function answerOf(size: number): CachedAnswer {
  const routed = { version: undefined, route: 'home', target: '/' } as const
  const read = async () => Promise.reject(new Error('is not read'))
  return new CachedAnswer({ routed, digest: sha256(Buffer.alloc(0)), size, window: undefined, read })
}

const refused = { code: 'catalogue_unavailable' }

t.test('answers are held while their bytes fit together, each once', async (t) => {
  const bodies = new LargeBodies(8 * MEGABYTE)
  const [first, second, third] = [answerOf(2 * MEGABYTE), answerOf(2 * MEGABYTE), answerOf(MEGABYTE)]
  const [one, again] = [bodies.hold(first), bodies.hold(first)]
  const other = bodies.hold(second)
  t.throws(() => bodies.hold(third), refused)
  one()
  t.throws(() => bodies.hold(third), refused, 'it is still held')
  again()
  bodies.hold(third)()
  bodies.hold(first)()
  other()
})

t.test('one that is larger than the bound is held alone, and small ones always', async (t) => {
  const bodies = new LargeBodies(MEGABYTE)
  const release = bodies.hold(answerOf(60 * MEGABYTE))
  t.throws(() => bodies.hold(answerOf(LARGE_BYTES + 1)), refused)
  for (let count = 0; count < 1_000; count++) bodies.hold(answerOf(LARGE_BYTES))
  release()
  bodies.hold(answerOf(60 * MEGABYTE))
})
