// For any file, an import takes bounded memory, prints a bounded text, and ends.

import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bundle } from '../../helpers/processes.ts'
import { inFull, LONG_MS, SHORT_MS } from '../../helpers/slow-suite.ts'
import { bombs, writeBomb } from './support/bombs.ts'

t.setTimeout(LONG_MS)

const MAX_MEMORY_KB = 800_000
const MAX_PRINTED = 20_000

/** The program in a separate process, which writes its peak memory to a file. */
function importAlone(folder: string, words: readonly string[]) {
  const peak = join(folder, 'peak')
  const script = `import{writeFileSync as w}from'node:fs';process.on('exit',()=>w(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`
  const node = ['--import', `data:text/javascript,${encodeURIComponent(script)}`, bundle('build'), 'import']
  return new Promise<{ code: number; printed: string; peakKb: number }>((resolve) => {
    const options = { timeout: 2 * SHORT_MS, maxBuffer: 10 * MAX_PRINTED }
    const child = execFile(process.execPath, [...node, ...words], options, (_error, stdout, stderr) => {
      resolve({
        code: child.exitCode ?? -1,
        printed: stdout + stderr,
        peakKb: Number(readFileSync(peak, 'utf8')),
      })
    })
  })
}

for (const bomb of bombs(inFull ? 1000 : 50)) {
  if (bomb.isLong && !inFull) continue
  t.test(`${bomb.name} takes less than 800 MB, and is answered in less than 20 kB`, async (t) => {
    const folder = t.testdir({})
    const file = join(folder, bomb.name)
    writeBomb(file, bomb)
    const mapping = join(folder, 'mapping.json')
    const { code, printed, peakKb } = await importAlone(folder, [
      file,
      '--propose',
      mapping,
      '--country',
      'CL',
    ])
    rmSync(file)
    t.equal(code, bomb.refused ? 1 : 0, printed.slice(0, 300))
    if (bomb.refused) t.match(printed, bomb.refused)
    t.ok(peakKb < MAX_MEMORY_KB, `${peakKb} kB`)
    t.ok(printed.length < MAX_PRINTED, `${printed.length} characters`)
  })
}
