import t from 'tap'
import { parseRequestTarget, routeOf, targetFor } from '../../../contract/api/request-target.ts'
import { DOCUMENT_NAMES, PATHS, RESOURCES, resource } from '../../../contract/api/resources.ts'
import { KEY_KINDS } from '../../../contract/keys/kinds.ts'

t.test('every path leads to its row, and no two rows share a name, path or operation', async (t) => {
  for (const { name, subpath } of RESOURCES) {
    t.equal(PATHS[name], `/beta${subpath}`)
    t.match(routeOf(PATHS[name].replace('{id}', 'off_aaaaaaaaaaaaaaaa')), {
      route: name,
      version: { name: 'beta' },
    })
    t.equal(resource(name).name, name)
  }
  for (const member of ['name', 'subpath', 'operationId'] as const) {
    t.equal(new Set(RESOURCES.map((row) => row[member])).size, RESOURCES.length, member)
  }
})

t.test('a document is found under its path, a snapshot under one target for each kind of key', async (t) => {
  for (const name of DOCUMENT_NAMES) {
    const parsed = parseRequestTarget(PATHS[name])
    t.equal(parsed?.target, PATHS[name])
    t.strictSame(parsed?.faults, [])
  }
  const snapshot = parseRequestTarget(PATHS.snapshot)
  if (!snapshot) throw new Error('parsed otherwise')
  t.equal(targetFor(snapshot, undefined), undefined)
  const targets = KEY_KINDS.map((kind) => targetFor(snapshot, kind))
  t.strictSame(targets, ['/beta/snapshot?kind=demo', '/beta/snapshot?kind=named'])
})
