import t from 'tap'
import { Findings } from '../../../build/verify/findings.ts'
import { hashObjects } from '../../../build/verify/objects.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'

function route(number: number, changes: Partial<NamedTargetEntry> = {}): NamedTargetEntry {
  const target = `/${String(number).padStart(4, '0')}`
  const digest = number.toString(16).padStart(64, '0')
  return { target, digest, size: 1, total: 0, type: 'application/json', storage: 'gzip', ...changes }
}

/** Returns how often an object is read, and the number of objects. */
function hash(routes: readonly NamedTargetEntry[]) {
  let read = 0
  const onHashed = () => {
    read += 1
  }
  const table = new TargetTable(encodeTargetTable(routes))
  const objects = hashObjects('/nowhere', table, { findings: new Findings(), onHashed })
  return { read, objects }
}

t.test('an object with several routes is read once', async (t) => {
  t.same(hash([route(1), route(2), route(3, { digest: route(1).digest })]), { read: 2, objects: 2 })
})

t.test('a shared object is read again for a route that states another size', async (t) => {
  t.same(hash([route(1), route(2, { digest: route(1).digest, size: 2 })]), { read: 2, objects: 1 })
})
