import { readFileSync } from 'node:fs'
import t from 'tap'
import { chartOf } from '../../bench/report/chart.ts'

const report = readFileSync('bench/results.md', 'utf8')

t.test('the picture is that of the report beside it', async (t) => {
  t.equal(readFileSync('bench/results.svg', 'utf8'), chartOf(report))
})

t.test('every server of the table has a bar as long as its rate', async (t) => {
  const table = [
    '### 200, prebuilt pages, gzip',
    '',
    '| server | requests/s | requests/s of processor time | gateway ÷ it |',
    '| --- | --- | --- | --- |',
    '| **the gateway** | 9 (8–10) | 2000 (1000–3000) | 1 |',
    '| a < b & c | 9 (8–10) | 1000 (900–1100) | 2.00 |',
    '',
    '### 304, prebuilt pages',
    '',
    '| another | 1 | 9999 (1–2) | 1 |',
  ].join('\n')
  const chart = chartOf(table) ?? ''
  const widths = Array.from(chart.matchAll(/<rect.* width="(\d+)"/g), ([, width]) => Number(width))
  t.same(widths, [330, 165])
  t.match(chart, '>2,000</text>')
  t.match(chart, '>a &lt; b &amp; c</text>')
  t.notMatch(chart, '9,999')
})

t.test('a run without that part draws nothing', async (t) => {
  t.equal(chartOf('# What `make bench` found'), undefined)
})
