// A release must be read back from disk before it is published.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NO_MEMORY } from '../../../../build/day/memory.ts'
import { OutputFolder } from '../../../../build/releases/output-folder.ts'
import { publishRelease } from '../../../../build/steps/write/publish-release.ts'
import { folderReader } from '../../../../contract/release/folder-reader.ts'
import { objectPath, tablePath } from '../../../../contract/release/layout.ts'
import { NOW, runBuild } from '../../support/program.ts'
import { records, writeSource } from '../../support/source.ts'

t.test('a release that lacks an object, or whose table is damaged, is not published', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers: records(40) }), out)
  const pointer = await folderReader(out).pointer()
  if (!pointer) throw new Error('nothing was published')
  const work = { output: new OutputFolder(out), clock: () => NOW, sign: undefined }
  const publish = () => publishRelease(pointer, { current: null, memory: NO_MEMORY }, work)
  await t.resolves(publish())
  const { table } = await folderReader(out).load(pointer)
  const issuers = table.find('/beta/issuers')
  rmSync(join(out, objectPath(issuers?.digest ?? '', 'gzip')))
  await t.rejects(publish(), { code: 'not-verified', message: /1 objects are missing, e\.g\. objects\// })
  writeFileSync(join(out, tablePath(pointer.release)), 'torn')
  await t.rejects(publish(), { code: 'bad-release' })
})
