// `init`: the folder that it makes can be published without changes.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { offersBuild, runBuild } from '../support/program.ts'

t.setTimeout(SHORT_MS)

t.test('the folder is published without an edit', async (t) => {
  const root = t.testdir({})
  const source = join(root, 'new/source')
  t.equal((await offersBuild(['init', source])).code, 0)
  const published = await runBuild(source, join(root, 'out'), '--as-of', '2026-03-01T12:00:00Z')
  t.equal(published.code, 0, published.stderr)
  t.strictSame(readdirSync(join(root, 'new')), ['source'], 'no other file is left')
})

t.test('with --comunas it knows all of Chile', async (t) => {
  const source = join(t.testdir({}), 'source')
  await offersBuild(['init', source, '--comunas'])
  const items = JSON.parse(readFileSync(join(source, 'comunas.json'), 'utf8'))
  t.equal(items.length, 346)
  t.match(items[0], { slug: 'iquique', code: '01101' })
})

t.test('a folder that is not empty is left unchanged', async (t) => {
  const root = t.testdir({})
  const source = join(root, 'source')
  mkdirSync(source)
  t.equal((await offersBuild(['init', source])).code, 0, 'an empty one is filled')
  writeFileSync(join(source, 'offers.ndjson'), 'mine')
  t.match(await offersBuild(['init', source]), { code: 2, stderr: /already holds README.md/ })
  t.equal(readFileSync(join(source, 'offers.ndjson'), 'utf8'), 'mine')
  t.match(await offersBuild(['init']), { code: 2, stderr: /missing required argument 'DIR'/ })
})

t.test('`$schema` is ignored in each JSON file, as 0.2.0 wrote it', async (t) => {
  const root = t.testdir({})
  const source = join(root, 'source')
  await offersBuild(['init', source])
  for (const name of ['catalogue', 'issuers', 'categories', 'comunas']) {
    const path = join(source, `${name}.json`)
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const $schema = `schema/${name}.json`
    const file = Array.isArray(value) ? { $schema, items: value } : { $schema, ...Object(value) }
    writeFileSync(path, JSON.stringify(file))
  }
  const published = await runBuild(source, join(root, 'out'), '--as-of', '2026-03-01T12:00:00Z')
  t.equal(published.code, 0, published.stderr)
})

t.test('a fault in a list next to `$schema` is reported with its place', async (t) => {
  const root = t.testdir({})
  const source = join(root, 'source')
  await offersBuild(['init', source])
  writeFileSync(join(source, 'categories.json'), '{"$schema":"x","items":[{"slug":"a"}]}')
  const refused = await runBuild(source, join(root, 'out'), '--as-of', '2026-03-01T12:00:00Z')
  t.match(refused, { code: 1, stderr: /\/items\/0\/name/ })
})
