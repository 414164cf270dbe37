import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { fileChanges, sourcePaths } from '../../../build/preview/file-changes.ts'
import { writeSource } from '../support/source.ts'

/** Polls a folder once for each step. The steps run between the polls. */
async function changesAfter(t: Test, folder: string, steps: readonly (() => void)[]): Promise<number[]> {
  const stopping = new AbortController()
  const yielded: number[] = []
  let looks = 0
  const pause = async () => {
    const step = steps[looks]
    if (step) step()
    else stopping.abort()
    looks += 1
  }
  for await (const _ of fileChanges(sourcePaths(folder), stopping.signal, pause)) yielded.push(looks)
  t.equal(looks, steps.length + 1)
  return yielded
}

const nothing = () => {}

const FILES = [
  'catalogue.json',
  'issuers.json',
  'categories.json',
  'comunas.json',
  'offers.ndjson',
  'rejected.ndjson',
]

t.test('the source is yielded at once, and then only when it has changed', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'))
  t.same(await changesAfter(t, source, [nothing, nothing]), [0])
  const change = () => writeFileSync(join(source, 'offers.ndjson'), 'x')
  t.same(await changesAfter(t, source, [nothing, change, nothing, nothing]), [0, 3])
})

t.test('a change of any file of the source is a change', async (t) => {
  for (const name of FILES) {
    const source = writeSource(join(t.testdir({}), 'source'))
    const change = () => appendFileSync(join(source, name), ' ')
    t.same(await changesAfter(t, source, [nothing, change, nothing, nothing]), [0, 3], name)
  }
})

t.test('files that are still being written are waited for', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'))
  let text = ''
  const append = () => {
    text += 'x'
    writeFileSync(join(source, 'offers.ndjson'), text)
  }
  t.same(await changesAfter(t, source, [append, append, append, nothing, nothing]), [0, 4])
})

t.test('a folder that appears, disappears or replaces another is a change', async (t) => {
  const root = t.testdir({})
  const source = join(root, 'source')
  const other = writeSource(join(root, 'other'), { offers: [] })
  const replace = () => {
    rmSync(source, { recursive: true, force: true })
    renameSync(other, source)
  }
  const remove = () => rmSync(source, { recursive: true })
  const yielded = await changesAfter(t, source, [nothing, replace, nothing, nothing, remove, nothing])
  t.same(yielded, [0, 3, 6])
})

t.test('a file next to the source is ignored', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'))
  const addOther = () => {
    writeFileSync(join(source, 'notes.txt'), 'x')
    mkdirSync(join(source, 'drafts'))
  }
  t.same(await changesAfter(t, source, [addOther, nothing]), [0])
})
