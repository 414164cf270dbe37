// Names in any script have a slug; Latin names keep theirs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { slugOf } from '../../../import/cells/slug-of.ts'
import { ROOT } from '../../docs/support/pages.ts'

t.test('names in other scripts are transliterated', async (t) => {
  const cases: [string, string][] = [
    ['Красная площадь', 'krasnaya-ploshchad'],
    ['Αθήνα', 'athina'],
    ['서울 카페', 'seoul-kape'],
    ['東京', 'dongjing'],
    ['กรุงเทพ', 'krungethph'],
    ['नई दिल्ली', 'ni-dilli'],
    ['Café 東京', 'cafe-dongjing'],
  ]
  for (const [name, slug] of cases) t.equal(slugOf(name), slug, name)
  for (const name of ['القاهرة', 'תל אביב', 'ტბილისი'])
    t.match(slugOf(name), /^[a-z0-9]+(?:-[a-z0-9]+)*$/, name)
})

t.test('two names in one script have different slugs', async (t) => {
  t.equal(new Set(['Москва', 'Минск', '東京', '京都', '서울', '부산'].map(slugOf)).size, 6)
})

t.test('Latin names keep their slugs, from which the ids of offers are made', async (t) => {
  const cases: [string, string][] = [
    ['Ñuñoa', 'nunoa'],
    ["O'Higgins & Cía.", 'ohiggins-cia'],
    ['Smørrebrød', 'smorrebrod'],
    ['Æbleskiver', 'aebleskiver'],
    ['Łódź', 'lodz'],
    ['Yapı Kredi', 'yapi-kredi'],
    ['Straße', 'strasse'],
    ['Pizza! «Día»', 'pizza-dia'],
  ]
  for (const [name, slug] of cases) t.equal(slugOf(name), slug, name)
  const issuers: { slug: string; name: string }[] = JSON.parse(
    readFileSync(join(ROOT, 'fixtures/catalogue/issuers.json'), 'utf8'),
  )
  t.ok(issuers.length > 5)
  for (const { slug, name } of issuers) t.equal(slugOf(name), slug, name)
})

t.test('a name without letters and digits has no slug', async (t) => {
  for (const name of ['', '☕', '---', 'ー']) t.equal(slugOf(name), undefined, name)
})
