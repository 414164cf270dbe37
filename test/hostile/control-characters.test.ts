// Text of others may hold control characters, including C1, and characters that change the order of text. None of them
// reaches a terminal, a log or a file that people read.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createLog } from '../../gateway/lib/log.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { record, records, writeSource } from '../build/support/source.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const ODD = '\x00\x07\x08\r\x1b]0;owned\x07\x1b[2J\x7f\x85\x90\x9b31m\x9d\u061c\u200f\u202e\u2066\u2028'

const NOT_PRINTABLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u2028\u2029]/u

function isClean(t: Test, text: string, title: string): void {
  t.not(text, '', title)
  t.notMatch(text, NOT_PRINTABLE, title)
}

/** A record with the odd text in each member in turn, and as the name of a member. */
const odd = [
  ...Object.keys(record()).map((name) => ({ ...record({ ref: `odd ${name}` }), [name]: ODD })),
  { ...record({ ref: 'odd name' }), [ODD]: 1 },
  { ...record({ ref: ODD }), comunas: [ODD], weekdays: [ODD] },
  ODD,
]

t.test('summaries in all forms and the list of rejects hold no control characters', async (t) => {
  const root = t.testdir({})
  const raw = `{"title":"${ODD}"}`
  const lines = [...records(60), ...odd].map((each) => JSON.stringify(each))
  const source = writeSource(join(root, 'source'), { offers: [...lines, raw, ODD].join('\n') })
  const out = join(root, 'out')
  const more = ['--on-broken', 'accept']
  for (const form of [[], ['--json']]) {
    const { stdout, stderr } = await runBuild(source, out, ...more, ...form)
    isClean(t, `${stdout}${stderr}`, `the terminal ${form}`)
    if (form.length > 0) t.type(JSON.parse(stdout), 'object')
  }
  const text = readFileSync(join(out, '.build/rejects.ndjson'), 'utf8')
  isClean(t, text, 'rejects')
  const refs = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).ref)
  t.ok(refs.includes(ODD), 'as JSON they mean the same as the record')
})

t.test('messages about bad reference files, words and file names hold no control characters', async (t) => {
  const root = t.testdir({})
  for (const issuers of [`[{"slug":"${ODD}"}]`, JSON.stringify([{ [ODD]: ODD }]), ODD]) {
    const { code, stderr } = await runBuild(writeSource(join(root, 'source'), { issuers }), join(root, 'out'))
    t.equal(code, 1)
    isClean(t, stderr, 'reference file')
  }
  isClean(t, (await runBuild(join(root, 'none\x9b\x1b\u202e'), join(root, 'out'))).stderr, 'file name')
  for (const words of [[ODD], ['run', `--${ODD}`], ['run', ODD], ['verify', '--out', `x${ODD.slice(1)}`]]) {
    const { code, stderr } = await offersBuild(words)
    t.not(code, 0)
    isClean(t, stderr, 'command line')
  }
})

t.test('a log of the gateway holds no control characters in facts, names and messages', async (t) => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => lines.push(line) })
  log.error({ target: ODD, [ODD]: { err: ODD }, time: systemClock() }, ODD)
  isClean(t, lines.join(''), 'log')
  t.match(JSON.parse(lines[0] ?? ''), { target: ODD, msg: ODD })
})
