// The benchmark as one picture: requests a second of processor time, the gateway beside its peers. It is drawn from
// the report itself, so it never shows anything else than that.

interface Bar {
  name: string
  rate: number
}

const SECTION = '### 200, prebuilt pages, gzip'

const WIDTH = 760
const NAME_WIDTH = 330
const BAR_WIDTH = 330
const ROW = 34
const TOP = 56

/** @param report what `writeReport` wrote @returns SVG, or undefined if the run did not measure that part */
export function chartOf(report: string): string | undefined {
  const bars = barsIn(report)
  if (bars.length === 0) return undefined
  const fastest = Math.max(...bars.map(({ rate }) => rate))
  const height = TOP + bars.length * ROW + 34
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Gzipped pages a second of processor time: ${bars.map(({ name, rate }) => escaped(`${name} ${grouped(rate)}`)).join(', ')}</title>
<style>
text { font: 14px system-ui, sans-serif; fill: #1c2529 }
.head { font-weight: 600; font-size: 16px }
.small { font-size: 12px; fill: #56636a }
rect { fill: #9db6b8 }
.ours { fill: #0f5c63 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6eaea }
  .small { fill: #a2b0b5 }
  rect { fill: #46595d }
  .ours { fill: #7fd0cf }
}
</style>
<text class="head" x="0" y="22">Gzipped pages a second of the server's processor time</text>
${bars.map((bar, index) => rowOf(bar, TOP + index * ROW, fastest)).join('\n')}
<text class="small" x="0" y="${height - 8}">Medians of one run on one machine: compare the ratios. All figures: bench/results.md</text>
</svg>
`
}

function rowOf({ name, rate }: Bar, y: number, fastest: number): string {
  const width = Math.max(1, Math.round((rate / fastest) * BAR_WIDTH))
  return `<text x="0" y="${y + 15}">${escaped(name)}</text>
<rect${name === 'the gateway' ? ' class="ours"' : ''} x="${NAME_WIDTH}" y="${y}" width="${width}" height="20" rx="2"/>
<text x="${NAME_WIDTH + width + 8}" y="${y + 15}">${grouped(rate)}</text>`
}

/** The rows of its table: the name, and the median of the third column. */
function barsIn(report: string): Bar[] {
  const from = report.indexOf(`${SECTION}\n`)
  if (from < 0) return []
  const section = report.slice(from + SECTION.length).split('\n#')[0] ?? ''
  return section.split('\n').flatMap((line) => {
    const [, name = '', , rate = ''] = line.split('|').map((cell) => cell.trim())
    const median = Number.parseInt(rate, 10)
    return Number.isNaN(median) ? [] : [{ name: name.replaceAll('*', ''), rate: median }]
  })
}

function grouped(rate: number): string {
  return new Intl.NumberFormat('en-US').format(rate)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
