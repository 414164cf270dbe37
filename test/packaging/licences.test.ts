// The licences of all packages in a bundle go with it.

import { build } from 'esbuild'
import t from 'tap'
import { embeddedAssets } from '../../build/home/assets/bundle-assets.mjs'
import { ROOT, read } from '../docs/support/pages.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

t.test('every package in a bundle is listed, with the text of its licence', async (t) => {
  const entries = ['build/cli/main.ts', 'gateway/cli/main.ts', 'fixtures/generate-main.ts']
  const { metafile } = await build({
    entryPoints: entries,
    outdir: 'dist',
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['supports-color'],
    plugins: [embeddedAssets],
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  // Every package that is read, also those that are left out in the end.
  const names = Object.keys(metafile.inputs).flatMap((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
    return name ?? []
  })
  const [list = '', ...notices] = read('dist/licences.txt').split(`${'-'.repeat(80)}\n`)
  t.ok(new Set(names).size > 10, 'there are some')
  for (const name of new Set(names)) {
    t.match(list, `\n${name}@`, name)
    const notice = notices.find((each) => each.startsWith(`${name}@`)) ?? ''
    t.match(notice, /copyright|copying|licen[cs]e/i, 'its text')
    t.ok(notice.length > 400, 'whole')
  }
})
