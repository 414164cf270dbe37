// A release must be read back from disk before it is published.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { PlannedAnswer } from '../../../../build/day/planned-answer.ts'
import { publishRelease } from '../../../../build/steps/write/publish-release.ts'
import { writeRelease } from '../../../../build/steps/write/write-release.ts'
import { objectPath, tablePath } from '../../../../contract/release/layout.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { NOW } from '../../support/program.ts'
import { renderRelease } from '../../support/rendered.ts'
import { records } from '../../support/source.ts'

t.setTimeout(SHORT_MS)

const files = { offers: records(40) }

/** Renders and writes a release, and returns what publishes it. */
async function writeTo(
  root: string,
  change?: (answers: readonly PlannedAnswer[]) => readonly PlannedAnswer[],
) {
  const { output, release, table } = await renderRelease(root, files, change)
  const { pointer } = writeRelease({ ...release, table }, output)
  const publish = () => publishRelease(pointer, release, { output, clock: () => NOW, sign: undefined })
  return { output, pointer, publish }
}

t.test('a release that lacks an object, or whose table is damaged, is not published', async (t) => {
  const { output, pointer, publish } = await writeTo(t.testdir({}))
  await t.resolves(publish())
  const { table } = await output.reader.load(pointer)
  const issuers = table.find('/beta/issuers')
  rmSync(join(output.path, objectPath(issuers?.digest ?? '', 'gzip')))
  await t.rejects(publish(), { code: 'not-verified', message: /1 objects are missing, e\.g\. objects\// })
  writeFileSync(join(output.path, tablePath(pointer.release)), 'torn')
  await t.rejects(publish(), { code: 'bad-release' })
})

t.test('a release without one of its answers is not published', async (t) => {
  const { output, publish } = await writeTo(t.testdir({}), (answers) => answers.slice(0, -1))
  await t.rejects(publish(), { code: 'not-verified', message: 'offer: expected 40 answers, found 39' })
  t.equal(await output.reader.pointer(), undefined)
})

t.test('a release with an answer twice is not even written', async (t) => {
  const twice = (answers: readonly PlannedAnswer[]) => [...answers, ...answers.slice(-1)]
  await t.rejects(writeTo(t.testdir({}), twice), { message: /two entries for \/beta\/offers\/off_/ })
})
