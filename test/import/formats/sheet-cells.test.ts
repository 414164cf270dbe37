// The number of cells that a sheet takes in memory.

import t from 'tap'
import { countSheetCells } from '../../../import/formats/sheet-cells.ts'

t.test('each row counts up to its last cell', async (t) => {
  const cases: [xml: string, cells: number][] = [
    ['', 0],
    ['<row r="1"><c r="A1"/><c r="C1"/></row>', 3],
    ['<row r="1"><c r="C1"/></row><row r="2"><c r="C2"/></row>', 6],
    ["<row><c r = 'XFD1'/></row><row><c s='1' r='aa2'/></row>", 16_384 + 27],
    ['<row r="1048576"><c r="J1048576"/></row>', 10],
    ['<row><c><v>1</v></c></row>', 0],
  ]
  for (const [xml, cells] of cases) t.equal(countSheetCells(xml), cells, xml)
})
