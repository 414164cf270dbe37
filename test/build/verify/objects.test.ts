import t from 'tap'
import { hashObjects } from '../../../build/verify/objects.ts'
import type { Verification } from '../../../build/verify/verification.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  type TargetEntry,
  TargetTable,
} from '../../../contract/release/target-table.ts'
import { builtManifest } from '../support/manifest.ts'

function route(number: number, changes: Partial<NamedTargetEntry> = {}): NamedTargetEntry {
  const target = `/${String(number).padStart(4, '0')}`
  const digest = number.toString(16).padStart(64, '0')
  return { target, digest, size: 1, total: 0, type: 'application/json', storage: 'gzip', ...changes }
}

/** Returns the entries that are read, the reported progress and the number of objects. */
function hash(routes: readonly NamedTargetEntry[]) {
  const read: Pick<TargetEntry, 'digest' | 'size'>[] = []
  const reached: number[] = []
  let ended = 0
  const phase = {
    advance: (value: number) => reached.push(value),
    end() {
      ended += 1
    },
  }
  const verification: Pick<Verification, 'manifest' | 'routes'> = {
    manifest: builtManifest,
    routes: new TargetTable(encodeTargetTable(routes)),
  }
  const objects = hashObjects(
    verification,
    ({ digest, size }) => {
      read.push({ digest, size })
      return undefined
    },
    { begin: () => phase },
  )
  t.equal(ended, 1)
  return { read, reached, objects }
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

t.test('progress is reported now and then, and at the end', async (t) => {
  t.same(hash(Array.from({ length: 600 }, (_, n) => route(n))).reached, [256, 512, 600])
})
