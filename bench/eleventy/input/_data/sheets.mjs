// The list pages, as objects; see `write-sheets.ts`.

import { readFileSync } from 'node:fs'

export default function sheets() {
  const { offers, pages } = JSON.parse(readFileSync(process.env.BENCH_SHEETS, 'utf8'))
  return pages.map(({ on, meta }, number) => ({ number, offers: on.map((index) => offers[index]), meta }))
}
