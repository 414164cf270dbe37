// Each bound of a workbook, at the bound and one above it.

import t from 'tap'
import { tooLarge, unpackWorkbook } from '../../../import/formats/unpack-workbook.ts'
import { type ZipPart, zipOf } from '../hostile/support/odd-zip.ts'

const PARTS: ZipPart = { name: 'xl/workbook.xml', content: '' }
const part = (content: string, more: Partial<ZipPart> = {}): ZipPart => ({ name: 'x.xml', content, ...more })

t.test('a workbook one above a bound is refused', async (t) => {
  const cases: [parts: ZipPart[], message: string | undefined][] = [
    [[part('', { aliases: Array.from({ length: 4998 }, (_, n) => `x${n}`) })], undefined],
    [[part('', { aliases: Array.from({ length: 4999 }, (_, n) => `x${n}`) })], 'a workbook of 5001 files'],
    [
      [part('', { claimed: 250_000_000 }), part('x', { name: 'y' })],
      'a workbook that unpacks to more than 250000000 bytes',
    ],
  ] // biome-ignore format: a table
  for (const [parts, message] of cases) {
    const bytes = zipOf([PARTS, ...parts])
    if (message === undefined) t.ok(await unpackWorkbook(bytes))
    else await t.rejects(unpackWorkbook(bytes), tooLarge(message), message)
  }
})

t.test('pictures and folders are left out, whatever size they claim', async (t) => {
  const huge = { claimed: 250_000_000 }
  for (const name of ['xl/media/a.png', 'media/a.png', 'xl/'])
    t.ok(await unpackWorkbook(zipOf([PARTS, part('x', { name, ...huge })])), name)
  await t.rejects(unpackWorkbook(zipOf([PARTS, part('x', { name: 'xl/multimedia/a.png', ...huge })])))
})
