import t from 'tap'
import {
  type Allowance,
  type BrokenIssuer,
  type BrokenReason,
  describeBroken,
  isKept,
  isTooMany,
} from '../../../build/day/broken-issuer.ts'
import { brokenIssuer } from '../support/broken.ts'

const reasons: BrokenReason[] = [
  {
    ...{ reason: 'lost', member: 'valid_until', of: 1115, changed: 1100 },
    examples: ['R-100: 2026-12-31 → null', 'R-101: 2026-12-31 → null'],
  },
]

t.test(
  'a broken issuer is described with its days, its reasons and the treatment of its offers',
  async (t) => {
    const cases: [changes: Partial<BrokenIssuer>, text: string][] = [
      [
        {},
        'banco-x is broken (day 3 of 7): 60 of its 62 records are rejected, 19 of its 20 listed offers are gone; 19 offers are kept as last known',
      ],
      [
        { rejected: 0, days: 8, kept: 0, withdrawn: 1900 },
        'banco-x is broken (day 8 of 7): 19 of its 20 listed offers are gone; 1,900 offers are withdrawn today: it has been broken for more than 7 days',
      ],
      [
        { gone: 0, decision: 'accept', withdrawn: 2 },
        'banco-x is broken (day 3): 60 of its 62 records are rejected; 2 offers are withdrawn today',
      ],
      [
        { gone: 0, decision: 'refuse' },
        'banco-x is broken (day 3): 60 of its 62 records are rejected; refused by --on-broken',
      ],
      [
        { gone: 0, rejected: 0, kept: 1115, reasons },
        'banco-x is broken (day 3 of 7): valid_until: 1,100 of 1,115 lost, e.g. R-100: 2026-12-31 → null; 1,115 offers are kept as last known, and new ones wait',
      ],
      [
        { gone: 0, rejected: 0, days: 8, reasons },
        'banco-x is broken (day 8 of 7): valid_until: 1,100 of 1,115 lost, e.g. R-100: 2026-12-31 → null; its records are published as they are: it has been broken for more than 7 days',
      ],
      [
        { gone: 3, rejected: 0, withdrawn: 3, decision: 'accept', reasons },
        'banco-x is broken (day 3): 3 of its 20 listed offers are gone, valid_until: 1,100 of 1,115 lost, e.g. R-100: 2026-12-31 → null; its records are published as they are, 3 offers are withdrawn today',
      ],
    ]
    for (const [changes, text] of cases) t.equal(describeBroken(brokenIssuer(changes)), text)
  },
)

t.test('its missing offers are kept for as many days as the policy allows', async (t) => {
  t.equal(isKept({ decision: 'keep', days: 7, keep_days: 7 }), true)
  t.equal(isKept({ decision: 'keep', days: 8, keep_days: 7 }), false)
  t.equal(isKept({ decision: 'keep', days: 1, keep_days: 0 }), false)
  t.equal(isKept({ decision: 'accept', days: 1, keep_days: 7 }), false)
})

t.test('an issuer may have the allowed rejected records, and one if that is a share', async (t) => {
  const table: [rejected: number, records: number, allowance: Allowance, isBroken: boolean][] = [
    [5, 100, { percent: 5 }, false],
    [6, 100, { percent: 5 }, true],
    [5, 99, { percent: 5 }, true],
    [1, 1, { percent: 5 }, false],
    [2, 2, { percent: 5 }, true],
    [1, 10, { percent: 0 }, false],
    [2, 10, { percent: 0 }, true],
    [2, 2, { percent: 100 }, false],
    [3, 100, { records: 3 }, false],
    [4, 100, { records: 3 }, true],
    [1, 100, { records: 0 }, true],
    [0, 0, { records: 0 }, false],
    [0, 0, { percent: 0 }, false],
  ]
  for (const [rejected, records, allowance, isBroken] of table) {
    t.equal(
      isTooMany(rejected, records, allowance),
      isBroken,
      `${rejected}/${records} ${JSON.stringify(allowance)}`,
    )
  }
})
