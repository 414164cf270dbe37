// The slugs of names: one for the spellings of a name, two for two names.

import t from 'tap'
import { ReferenceList } from '../../../import/writing/reference-lists.ts'

const listOf = (entries?: { slug: string; name: string }[]) =>
  new ReferenceList('issuers.json', entries, { wasMade: entries !== undefined })

t.test(
  'names of one slug that differ in letters of other scripts or in a plus have a number each',
  async (t) => {
    const cases: [names: string[], slugs: string[]][] = [
      [
        ['食品', '饰品', '食品', '视频'],
        ['shipin', 'shipin-2', 'shipin', 'shipin-3'],
      ],
      [
        ['Canal', 'Canal+', 'CANAL', 'canal +'],
        ['canal', 'canal-2', 'canal', 'canal-2'],
      ],
      [
        ['Ñuñoa', 'NUNOA', "O'Higgins", 'OHIGGINS'],
        ['nunoa', 'nunoa', 'ohiggins', 'ohiggins'],
      ],
      [
        ['Nabia', 'Nabiał', 'NABIAŁ'],
        ['nabia', 'nabial', 'nabial'],
      ],
      [
        ['Москва', 'МОСКВА', 'Moskva'],
        ['moskva', 'moskva', 'moskva'],
      ],
    ]
    for (const [names, slugs] of cases) {
      const list = listOf()
      t.strictSame(
        names.map((name) => list.findOrAddSlug(name)),
        slugs,
        names.join(),
      )
    }
  },
)

t.test('an entry of the file is found by its slug, its name, and the slug of its name', async (t) => {
  const list = listOf([
    { slug: 'shipin-2', name: '饰品' },
    { slug: 'canal', name: 'La señal' },
    { slug: 'g', name: 'G마켓' },
    { slug: 'san-pedro-1', name: 'San Pedro' },
    { slug: 'san-pedro-2', name: 'San Pedro' },
  ])
  const cases: [name: string, slug: string][] = [
    ['饰品', 'shipin-2'],
    ['shipin-2', 'shipin-2'],
    ['食品', 'shipin'],
    ['Canal+', 'canal'],
    ['G마켓', 'g'],
    ['San Pedro', 'san-pedro'],
  ]
  for (const [name, slug] of cases) t.equal(list.findOrAddSlug(name), slug, name)
})

t.test('only possible entries are added, with all that is known of them', async (t) => {
  const possible = [{ slug: 'nunoa', name: 'Ñuñoa', code: '13120', region: 'Metropolitana' }]
  const entries = [{ slug: 'stgo', name: 'Stgo' }]
  const list = new ReferenceList('comunas.json', entries, { wasMade: true, possible })
  t.strictSame(
    ['NUNOA', 'Stgo', 'Todas las sucursales RM', 'Viña'].map((name) => list.findOrAddSlug(name)),
    ['nunoa', 'stgo', undefined, undefined],
  )
  t.strictSame(list.added, possible)
})

t.test('a number fits after the longest slug', async (t) => {
  const list = listOf()
  const long = `Café ${'x'.repeat(120)}`
  t.equal(list.findOrAddSlug(long)?.length, 100)
  t.match(list.findOrAddSlug(`${long}+`), /^cafe-x{85}-2$/)
})

t.test('a name has no slug if very many have it already', async (t) => {
  const list = listOf()
  const slugs = Array.from({ length: 52 }, (_, pluses) => list.findOrAddSlug(`Canal${'+'.repeat(pluses)}`))
  t.strictSame([slugs[0], slugs[49], slugs[50], slugs[51]], ['canal', 'canal-50', undefined, undefined])
})
