import t from 'tap'
import { hashObjects } from '../../../build/verify/objects.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  type TargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'

function route(number: number, changes: Partial<NamedTargetEntry> = {}): NamedTargetEntry {
  const target = `/${String(number).padStart(4, '0')}`
  const digest = number.toString(16).padStart(64, '0')
  return { target, digest, size: 1, total: 0, type: 'application/json', storage: 'gzip', ...changes }
}

/** Returns the entries that are read, and the number of objects. */
function hash(routes: readonly NamedTargetEntry[]) {
  const read: Pick<TargetEntry, 'digest' | 'size'>[] = []
  const objects = hashObjects(new TargetTable(encodeTargetTable(routes)), ({ digest, size }) => {
    read.push({ digest, size })
    return undefined
  })
  return { read, objects }
}

t.test('an object with several routes is read once', async (t) => {
  const { read, objects } = hash([route(1), route(2), route(3, { digest: route(1).digest })])
  t.equal(objects, 2)
  t.same(
    read.map(({ digest }) => digest),
    [route(1).digest, route(2).digest],
  )
})

t.test('a shared object is read again for a route that states another size', async (t) => {
  const { digest } = route(1)
  const { read, objects } = hash([route(1), route(2, { digest, size: 2 })])
  t.equal(objects, 1)
  t.same(read, [
    { digest, size: 1 },
    { digest, size: 2 },
  ])
})
