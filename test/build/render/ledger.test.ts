import t from 'tap'
import { Ledger, sharedLedger } from '../../../build/render/ledger.ts'
import { sha256 } from '../../../contract/lib/digest.ts'

t.test('every task is handed out once', async (t) => {
  const shared = sharedLedger(3)
  const [one, other] = [new Ledger(shared), new Ledger(shared)]
  t.same([one.take(), other.take(), one.take(), other.take(), one.take()], [0, 1, 2, undefined, undefined])
})

t.test('nothing is handed out after a stop', async (t) => {
  const ledger = new Ledger(sharedLedger(3))
  ledger.stop()
  t.equal(ledger.take(), undefined)
})

t.test('digests and sizes are read back by all', async (t) => {
  const shared = sharedLedger(2)
  new Ledger(shared).record(1, sha256('body'), 4)
  const other = new Ledger(shared)
  t.equal(other.digestOf(1), sha256('body'))
  t.equal(other.sizeOf(1), 4)
})

t.test('of tasks with one body, one claims it', async (t) => {
  const tasks = 2000
  const shared = sharedLedger(tasks)
  const ledger = new Ledger(shared)
  const claimed = new Map<string, number>()
  for (let task = 0; task < tasks; task++) {
    const digest = sha256(`body ${task % 700}`)
    ledger.record(task, digest, 1)
    if (new Ledger(shared).claim(task)) claimed.set(digest, (claimed.get(digest) ?? 0) + 1)
  }
  t.equal(claimed.size, 700)
  t.ok([...claimed.values()].every((times) => times === 1))
})

t.test('bodies whose digests begin alike are told apart', async (t) => {
  const ledger = new Ledger(sharedLedger(3))
  const [a, b] = [`${'00'.repeat(31)}01`, `${'00'.repeat(31)}02`]
  ledger.record(0, a, 1)
  ledger.record(1, b, 1)
  ledger.record(2, a, 1)
  t.same([ledger.claim(0), ledger.claim(1), ledger.claim(2)], [true, true, false])
})
