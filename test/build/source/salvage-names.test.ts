import t from 'tap'
import { salvageNames } from '../../../build/source/salvage-names.ts'

t.test('what a damaged line still says of its record', async (t) => {
  const cases: [line: Buffer | string, names: object][] = [
    ['{"ref":"r1","issuer":"a","title":"cut o', { ref: 'r1', issuer: 'a' }],
    ['{ "issuer" : "a",, "ref" : "r\\"1" }', { ref: 'r"1', issuer: 'a' }],
    ['{"id":"off_x","ref":"first","ref":"second"', { id: 'off_x', ref: 'first' }],
    [Buffer.from('{"ref":"café","issuer":"a"}', 'latin1'), { ref: 'café', issuer: 'a' }],
    ['{"ref":"café"', { ref: 'café' }],
    ['{"ref":"half \\ud83c","issuer":"bad \\escape"', {}],
    ['{"ref":7', {}],
    ['', {}],
    [`${' '.repeat(5000)}{"ref":"r1"`, {}],
    ['"ref":"'.repeat(500_000), { ref: ',' }],
  ]
  for (const [line, names] of cases) {
    const bytes = Buffer.from(line)
    const found = salvageNames(bytes)
    if (bytes.length < 1_000_000) t.same(found, names, bytes.toString('latin1').slice(0, 60))
  }
})
