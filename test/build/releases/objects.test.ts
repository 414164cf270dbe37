import t from 'tap'
import { faultOfObjects, listObjects } from '../../../build/releases/objects.ts'
import { encodeTargetTable, type TargetEntry, TargetTable } from '../../../contract/release/target-table.ts'

const entry = (digest: string, storage: TargetEntry['storage'] = 'gzip'): TargetEntry => ({
  digest: digest.padEnd(64, '0'),
  size: 1,
  total: 0,
  type: 'application/json',
  storage,
})

const rest = '0'.repeat(62)

t.test('all objects are listed, and files next to their folders are ignored', async (t) => {
  const root = t.testdir({
    objects: { aa: { [`${rest}.gz`]: '', [rest]: '' }, bb: {}, '.nfs0001': 'left by a file server' },
  })
  t.same((await listObjects(root)).sort(), [`objects/aa/${rest}`, `objects/aa/${rest}.gz`])
})

t.test('a folder without objects has none', async (t) => {
  t.same(await listObjects(t.testdir({})), [])
})

t.test('each missing object counts once, with its coding; if none is, the size of all counts', async (t) => {
  const entries = [entry('aa'), entry('aa', 'identity'), entry('cc'), entry('cc')]
  const routes = new TargetTable(
    encodeTargetTable(entries.map((each, index) => ({ target: `/beta/${index}`, ...each }))),
  )
  const faultOf = (objects: Record<string, Record<string, string>>, stored_bytes: number) =>
    faultOfObjects(t.testdir({ objects }), { stored_bytes }, routes)
  const some = { aa: { [`${rest}.gz`]: '12' } }
  t.equal(faultOf(some, 2), `2 objects are missing, e.g. objects/aa/${rest}`)
  const all = { aa: { [`${rest}.gz`]: '12', [rest]: '3' }, cc: { [`${rest}.gz`]: '45' } }
  t.equal(faultOf(all, 5), undefined)
  t.equal(faultOf(all, 6), 'the objects have 5 bytes, not 6')
})
