import t from 'tap'
import { subjectOfAddress } from '../../../gateway/limits/client-address.ts'

t.test('an IPv4 address counts as it is, in any spelling', async (t) => {
  const forms = [
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '::FFFF:192.0.2.1',
    '::ffff:c000:201',
    '::ffff:c000:0201',
    '0:0:0:0:0:ffff:192.0.2.1',
    '0000:0000:0000:0000:0000:ffff:c000:0201',
    '::ffff:192.0.2.1%eth0',
  ]
  for (const form of forms) t.equal(subjectOfAddress(form), '192.0.2.1', form)
})

t.test('an IPv6 address counts by its /64, in any spelling', async (t) => {
  const cases: [subject: string, forms: string[]][] = [
    [
      '2001:db8:0:0::/64',
      [
        '2001:db8::',
        '2001:db8::1',
        '2001:DB8::1',
        '2001:0db8:0000:0000:0000:0000:0000:0001',
        '2001:db8:0:0:ffff:ffff:ffff:ffff',
        '2001:db8::192.0.2.1',
        '2001:db8:0:0:1::',
        '2001:db8::1%eth0',
      ],
    ],
    ['2001:db8:1:2::/64', ['2001:db8:1:2::', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:192.0.2.1']],
    ['2001:db8:0:1::/64', ['2001:db8:0:1::1', '2001:db8::1:0:0:0:1']],
    ['fe80:0:0:0::/64', ['fe80::1%eth0', 'fe80::1%1', 'fe80::']],
    ['0:0:0:0::/64', ['::', '::1', '::192.0.2.1', '::fffe:192.0.2.1', '0:0:0:0:1:ffff:192.0.2.1']],
    ['1:0:0:0::/64', ['1::', '1::8', '1::ffff:192.0.2.1']],
    ['0:2:3:4::/64', ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8']],
    ['1:2:3:4::/64', ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:8']],
  ]
  for (const [subject, forms] of cases) {
    for (const form of forms) t.equal(subjectOfAddress(form), subject, form)
  }
})

t.test('text that is no address counts as it is', async (t) => {
  for (const text of ['unknown', '', '1.2.3', '1::2::3']) t.equal(subjectOfAddress(text), text)
})
