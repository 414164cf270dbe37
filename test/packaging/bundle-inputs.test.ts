// A test runs a bundle only if it was made of the present sources.

import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { changedInput, recordInputs } from '../../packaging/bundle-inputs.mjs'
import { bundle } from '../helpers/processes.ts'

t.test('a bundle is refused if a source of it has changed or is gone, whatever its date', async (t) => {
  const root = t.testdir({ lib: { 'a.ts': 'a', 'b.ts': 'b' }, 'package-lock.json': '{}' })
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const changed = () => changedInput('build', root)
  t.equal(changed(), join(root, 'dist/.inputs/build.json'), 'nothing is known of it')
  recordInputs('build', ['lib/a.ts', 'lib/b.ts', 'node_modules/c/index.js'], root)
  t.equal(changed(), undefined)

  write('lib/b.ts', 'c')
  utimesSync(join(root, 'lib/b.ts'), 0, 0)
  t.equal(changed(), 'lib/b.ts')
  write('lib/b.ts', 'b')
  t.equal(changed(), undefined, 'it was written again with the same text')
  write('package-lock.json', '{"x":1}')
  t.equal(changed(), 'package-lock.json', 'packages are sources as well')
  write('package-lock.json', '{}')
  rmSync(join(root, 'lib/a.ts'))
  t.equal(changed(), 'lib/a.ts')
})

t.test(
  'the programs and the package are of the present sources, with all that is embedded in them',
  async (t) => {
    const sources = (name: 'build' | 'gateway' | 'generate' | 'client'): string[] => {
      t.ok(bundle(name))
      return Object.keys(JSON.parse(readFileSync(`dist/.inputs/${name}.json`, 'utf8')))
    }
    const embedded = [
      'build/home/script/main.ts',
      'build/home/assets/style.css',
      'build/home/assets/icon.svg',
    ]
    for (const path of ['build/pipeline.ts', 'import/command.ts', 'CHANGELOG.md', ...embedded])
      t.ok(sources('build').includes(path), path)
    t.ok(sources('gateway').includes('gateway/app.ts'))
    t.ok(sources('generate').includes('fixtures/generate.ts'))
    for (const path of ['client/index.ts', 'client/mcp/server.ts'])
      t.ok(sources('client').includes(path), path)
  },
)
