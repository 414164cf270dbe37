import t from 'tap'
import { routeOf } from '../../../contract/api/request-target.ts'
import { PATHS, RESOURCE_BY_NAME, RESOURCES } from '../../../contract/api/resources.ts'

t.test('every path leads to its row, and no two rows share a name, path or operation', async (t) => {
  for (const { name, subpath } of RESOURCES) {
    t.equal(PATHS[name], `/beta${subpath}`)
    t.match(routeOf(PATHS[name].replace('{id}', 'off_aaaaaaaaaaaaaaaa')), {
      route: name,
      version: { name: 'beta' },
    })
    t.equal(RESOURCE_BY_NAME[name].name, name)
  }
  for (const member of ['name', 'subpath', 'operationId'] as const) {
    t.equal(new Set(RESOURCES.map((row) => row[member])).size, RESOURCES.length, member)
  }
})
