import t from 'tap'
import { printable, printableOutput } from '../../../lib/text/printable.ts'

const ALL = String.fromCharCode(...Array.from({ length: 0x10000 }, (_, code) => code)).replace(
  /[\ud800-\udfff]/g,
  '',
)

t.test('control characters are escaped as in JSON, all others stay', async (t) => {
  t.equal(
    printable('\x1b[31m\x07\r\x7f \x9b2J \u202egnp.\u2066 \u2028'),
    '\\u001b[31m\\u0007\\u000d\\u007f \\u009b2J \\u202egnp.\\u2066 \\u2028',
  )
  const plain = 'Ñandú 50 % «ok» 日本 🎉\u00a0\n\tb'
  t.equal(printable(plain), plain)
})

t.test('the result holds none of them, and JSON keeps its meaning', async (t) => {
  t.notMatch(printable(ALL), /[^\P{Cc}\n\t]|\p{Bidi_Control}/u)
  t.equal(printable(printable(ALL)), printable(ALL))
  t.equal(JSON.parse(printable(JSON.stringify(ALL))), ALL)
})

t.test('an output passes none of them on', async (t) => {
  const written: string[] = []
  printableOutput({ write: (text) => written.push(text) }).write('a\x9bb\n')
  t.same(written, ['a\\u009bb\n'])
})
