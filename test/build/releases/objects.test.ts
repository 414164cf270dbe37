import t from 'tap'
import { listObjects, missingObjects } from '../../../build/releases/objects.ts'
import type { TargetEntry } from '../../../contract/release/target-table.ts'

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

t.test('each missing object is named once, with its coding', async (t) => {
  const root = t.testdir({ objects: { aa: { [`${rest}.gz`]: '' } } })
  const routes = [entry('aa'), entry('aa', 'identity'), entry('cc'), entry('cc')]
  t.same(await missingObjects(root, routes), [`objects/aa/${rest}`, `objects/cc/${rest}.gz`])
})
