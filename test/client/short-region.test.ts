// Regions by the names that people use.

import t from 'tap'
import { regionOf } from '../../client/mirror/short-region.ts'

const REGIONS = [
  'Metropolitana de Santiago',
  'Los Lagos',
  'Los Ríos',
  "Libertador General Bernardo O'Higgins",
].map((name) => ({ value: name, name, offers: 1 }))

t.test('a region is found by its number, or by words that only its name has', async (t) => {
  const cases: [given: string, region: string | undefined][] = [
    ['RM', 'Metropolitana de Santiago'],
    ['Región Metropolitana', 'Metropolitana de Santiago'],
    ['X Región', 'Los Lagos'],
    ['los rios', 'Los Ríos'],
    ['lagos', 'Los Lagos'],
    ["O'Higgins", "Libertador General Bernardo O'Higgins"],
    ['Los', undefined],
    ['Región de', undefined],
    ['Ñuble', undefined],
    ['constructor', undefined],
  ]
  for (const [given, region] of cases) t.equal(regionOf(given, REGIONS), region, given)
})
