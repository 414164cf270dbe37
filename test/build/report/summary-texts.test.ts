import t from 'tap'
import { markdownReport } from '../../../build/report/summary-texts.ts'

t.test('no text of a source becomes markup', async (t) => {
  const page = markdownReport({
    headline: 'a_b',
    facts: [['label', '<b>|*`~&#']],
    changes: { head: ['issuer', 'added'], rows: [['x|y', '1']] },
    rejects: ['[a](b) \\ {c} ![d]'],
    broken: ['a*b'],
  })
  t.equal(
    page,
    `## a\\_b

- **a\\*b**

- **label**: \\<b\\>\\|\\*\\\`\\~\\&\\#

| issuer | added |
| --- | ---: |
| x\\|y | 1 |

### Rejected
- \\[a\\](b) \\\\ \\{c\\} !\\[d\\]
`,
  )
})

t.test('empty sections are left out', async (t) => {
  const page = markdownReport({
    headline: 'h',
    facts: [['label', 'x']],
    changes: null,
    rejects: [],
    broken: [],
  })
  t.equal(page, '## h\n\n- **label**: x\n')
})
