// A release that was written and then refused: nothing of it may stay.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { build } from '../../build/pipeline.ts'
import { OutputFolder } from '../../build/releases/output-folder.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { folderDigests } from './support/folder.ts'
import { NOW } from './support/program.ts'
import { records, writeSource } from './support/source.ts'

t.setTimeout(SHORT_MS)

const onBroken = { otherwise: 'keep' as const, byIssuer: new Map() }
const policy = { maxRejected: { percent: 5 }, onBroken, keepDays: 7 }

t.test('a release that is written and not published does not stay, nor do its objects', async (t) => {
  const root = t.testdir({})
  const source = writeSource(join(root, 'source'), { offers: records(40) })
  const out = join(root, 'out')
  const run = (output: OutputFolder) =>
    build(
      { source, output, policy, asOf: undefined, continued: undefined, sign: undefined, threads: 0 },
      () => NOW,
    )
  const failing = new OutputFolder(out)
  failing.writer.publish = () => Promise.reject(new Error('the disk is gone'))
  const refused = await run(failing)
  t.match(refused, { outcome: 'refused', failure: { message: /the disk is gone/ }, release: undefined })
  t.same(readdirSync(join(out, 'releases')), [])
  t.same(Object.keys(folderDigests(join(out, 'objects'))), [])

  t.equal((await run(new OutputFolder(out))).outcome, 'published')
  const current = readdirSync(join(out, 'releases'))
  const [object = ''] = Object.keys(folderDigests(join(out, 'objects')))
  rmSync(join(out, 'objects', object))
  const mending = new OutputFolder(out)
  mending.writer.publish = failing.writer.publish
  t.equal((await run(mending)).outcome, 'refused')
  t.same(readdirSync(join(out, 'releases')), current, 'the current release stays')
})
