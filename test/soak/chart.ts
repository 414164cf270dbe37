// A line over time as a small SVG.

const WIDTH = 720
const HEIGHT = 240
const LEFT = 48
const BOTTOM = 24

export interface Line {
  name: string
  colour: string
  /** One value a step, from the start to the end. */
  values: readonly number[]
}

export interface Mark {
  /** Milliseconds since the start. */
  at: number
  name: string
}

export function chart(
  title: string,
  lines: readonly Line[],
  marks: readonly Mark[],
  elapsedMs: number,
): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values)) * 1.1
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - 8)
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - 32)
  const paths = lines.map(({ colour, values }) => {
    const points = values.map(
      (value, at) => `${x(at / Math.max(values.length - 1, 1)).toFixed(1)},${y(value).toFixed(1)}`,
    )
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/>`
  })
  const names = lines.map(
    ({ name, colour }, at) => `<text x="${LEFT + 8 + at * 180}" y="32" fill="${colour}">${name}</text>`,
  )
  const phases = marks.map(({ at, name }, index) => {
    const left = x(at / elapsedMs)
    const line = `<line x1="${left.toFixed(1)}" x2="${left.toFixed(1)}" y1="40" y2="${HEIGHT - BOTTOM}" stroke="#ccc"/>`
    // In three rows: names are longer than phases.
    return `${line}<text x="${(left + 3).toFixed(1)}" y="${46 + (index % 3) * 9}" fill="#777" font-size="8">${name}</text>`
  })
  const scale = [0, most / 2, most].map(
    (value) => `<text x="4" y="${(y(value) + 4).toFixed(1)}" fill="#555">${Math.round(value)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="${title}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="16" font-size="13" fill="#222">${title}</text>
${[...names, ...scale, ...phases, ...paths].join('\n')}
<text x="${LEFT}" y="${HEIGHT - 6}" fill="#555">0</text><text x="${WIDTH - 60}" y="${HEIGHT - 6}" fill="#555">${Math.round(elapsedMs / 60_000)} min</text>
</svg>
`
}
