import t from 'tap'
import { listReleases } from '../../../build/releases/list-releases.ts'

const ids = ['20260301T100000000Z-0123456789ab', '20260302T100000000Z-0123456789ab']

t.test('releases are listed by time; other files among them are ignored', async (t) => {
  const [first = '', second = ''] = ids
  const root = t.testdir({
    releases: { [second]: {}, [first]: {}, '.DS_Store': '', 'lost+found': {}, [`${first}.old`]: {} },
  })
  t.same(await listReleases(root), ids)
})

t.test('a folder without releases has none', async (t) => {
  t.same(await listReleases(t.testdir({})), [])
})
