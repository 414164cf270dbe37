import t from 'tap'
import { openOrigin } from '../../../gateway/origin/open-origin.ts'

t.test('exactly one of folder and address opens an origin', async (t) => {
  t.notOk((await openOrigin({ folder: t.testdir() })).isRemote)
  const remote = await openOrigin({ url: 'http://127.0.0.1:9/' })
  t.ok(remote.isRemote)
  remote.close()
  await t.rejects(openOrigin({}), { code: 'usage' })
  await t.rejects(openOrigin({ folder: '.', url: 'http://origin.example/' }), {
    code: 'usage',
    message: 'serve: --public and --origin exclude each other',
  })
  await t.rejects(openOrigin({ url: 'origin.example' }), { code: 'usage' })
})
