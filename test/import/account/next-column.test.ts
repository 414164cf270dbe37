// What stands in a column next to the value, and what short words mean in the country of the table.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

t.test('instalments next to a rate of interest are no benefit of that kind', async (t) => {
  for (const heading of ['Tasa de interés', 'CAE', 'Interest rate', 'Taxa de juros']) {
    const days = daysOf(
      t,
      'a.csv',
      `Código;Oferta;Cuotas;${heading};Hasta\nR1;Línea blanca;12;0%;31/12/2026\nR2;Muebles;24;1,49%;31/12/2026\nR3;Viajes;6;2,1% mensual;31/12/2026\nR4;Motos;3;;31/12/2026\n`,
    )
    const { stdout } = await days.run(...FACTS)
    t.match(stdout, 'instalments without interest')
    t.match(
      days.offers(),
      [12, null, null, 3].map((value) => ({ benefit: { value } })),
      heading,
    )
  }
})

t.test('a condition in a column of its own joins the summary', async (t) => {
  const conditions: [heading: string, cells: [string, string]][] = [
    ['Aplica en', ['2ª unidad', 'toda la tienda']],
    ['Detalle extra', ['segunda unidad', '']],
    ['Compra mínima', ['$ 30.000', '']],
    ['Para', ['socios', '']],
  ]
  for (const [heading, [first, second]] of conditions) {
    const days = daysOf(
      t,
      'a.csv',
      `Código;Comercio;Descuento;${heading};Hasta\nR1;Farmacia Uno;50%;${first};31/12/2026\nR2;Librería;20%;${second};31/12/2026\n`,
    )
    const { code, stderr, stdout } = await days.run(...FACTS)
    t.equal(code, 0, stderr)
    t.match(stdout, `"${heading}" may state a condition`)
    t.match(days.offers()[0], { benefit: { value: 50, summary: `50%, ${first}` } })
    t.match(days.offers()[1], { benefit: { summary: second === '' ? /^20%$/ : `20%, ${second}` } })
  }
})

t.test('short words of days are those of the country', async (t) => {
  const cases: [country: string, word: string, day: string][] = [
    ['DE', 'Do', 'thursday'],
    ['NL', 'do', 'thursday'],
    ['CL', 'Do', 'sunday'],
    ['DE', 'Di', 'tuesday'],
    ['FR', 'Di', 'sunday'],
    ['NL', 'ma', 'monday'],
    ['CL', 'Ma', 'tuesday'],
    ['DE', 'Mi', 'wednesday'],
    ['DE', 'Donnerstag', 'thursday'],
    ['CL', 'Fri', 'friday'],
  ]
  for (const [country, word, day] of cases) {
    const days = daysOf(
      t,
      'a.csv',
      `Nr;Oferta;Descuento;Días;Hasta\nA1;Kino;20%;${word};31.12.2026\nA7;Zoo;10%;${word};31.12.2026\n`,
    )
    const { code, stderr } = await days.run('--country', country, '--issuer', 'Club')
    t.equal(code, 0, stderr)
    t.match(
      days.offers(),
      [{ weekdays: [day], benefit: { value: 20 } }, { benefit: { value: 10 } }],
      `${country} ${word}`,
    )
  }
})

t.test('a column of deletions next to one of statuses is asked about, also by itself', async (t) => {
  const table =
    'id;oferta;descuento;estado;deleted_at\n1;Té;5%;activo;\n2;Pan;6%;vencido;\n3;Café;7%;activo;2026-01-02\n7;Miel;8%;activo;\n'
  const days = daysOf(t, 'a.csv', table)
  const asked = await days.run(...FACTS)
  t.equal(asked.code, 2)
  const half = await days.run(...FACTS, '--skip-status', 'vencido')
  t.equal(half.code, 2, 'the deleted row has no answer yet')
  t.equal(
    (await days.run(...FACTS, '--skip-status', ...pasted(t, half.stderr, '"vencido, deleted_at"'))).code,
    0,
  )
  t.match(days.offers(), [{ ref: '1' }, { ref: '7' }])
  t.equal(days.offers().length, 2)
  const all = 'id;oferta;descuento;estado;eliminado\n1;Té;5%;activo;2026-01-01\n5;Pan;6%;activo;2026-01-01\n'
  t.match(await daysOf(t, 'a.csv', all).run(...FACTS), {
    code: 2,
    stderr: 'by "eliminado", 2 of 2 rows are not running',
  })
})

t.test('code pages of DOS and the Mac are refused by name', async (t) => {
  const texts = [
    'Código;Oferta;Comercio;Descuento',
    'R1;Promoción sillón;Mueblería Otoño;20%',
    'R2;Menú ejecutivo;Café Ñires;15%',
  ]
  const dos: Record<string, number> = { ó: 0xa2, í: 0xa1, ñ: 0xa4, ú: 0xa3, é: 0x82, Ñ: 0xa5 }
  const mac: Record<string, number> = { ó: 0x97, í: 0x92, ñ: 0x96, ú: 0x9c, é: 0x8e, Ñ: 0x84 }
  for (const page of [dos, mac]) {
    const bytes = Buffer.from(
      [...`${texts.join('\n')}\n`].map((letter) => page[letter] ?? letter.charCodeAt(0)),
    )
    t.match(await daysOf(t, 'a.csv', bytes).run(...FACTS), {
      code: 1,
      stderr: 'which are not text in Windows-1252',
    })
  }
  const good = Buffer.from(
    'Código;Oferta;Comercio;Descuento\nR1;Menú – cena—té;Žižkov ¡Olé!;20%\nR9;5 £ menos;Sœurs;15%\n'
      .replace('Ž', '\u008e')
      .replace('–', '\u0096')
      .replace('—', '\u0097')
      .replace('œ', '\u009c')
      .replace('ž', '\u009e'),
    'latin1',
  )
  t.equal((await daysOf(t, 'a.csv', good).run(...FACTS)).code, 0)
})

t.test('a refusal of bytes names the mapping only if there is one', async (t) => {
  const dos = Buffer.from('id;oferta;descuento\n1;Promoci\xa2n;5%\n4;T\xa2 rico;6%\n', 'latin1')
  const first = await daysOf(t, 'a.csv', dos).run(...FACTS)
  t.equal(first.code, 1)
  t.match(first.stderr, 'export it as CSV in UTF-8')
  t.notMatch(first.stderr, '/read/encoding')
  const days = daysOf(t, 'a.csv', 'id;oferta;descuento\n1;Promoción;5%\n4;Té rico;6%\n')
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(dos)
  t.match(await days.run(), { code: 1, stderr: 'or remove /read/encoding from the mapping' })
})
