import t from 'tap'
import { type Command, parseInteger, readOptions, variableOf } from '../../lib/command-line/cli-options.ts'

const command: Command = {
  name: 'serve',
  about: 'Serves.',
  options: [
    { name: 'port', value: 'PORT', default: '8080', about: 'a' },
    { name: 'max-size', value: 'N', about: 'a' },
    { name: 'on-broken', value: 'WORD', default: 'refuse', repeatable: true, about: 'a' },
    { name: 'quiet', about: 'a' },
  ],
}

const read = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => readOptions(command, argv, env)

t.test('the command line wins over the environment, which wins over the default', async (t) => {
  const env = { OFFERS_PORT: '9000' }
  t.equal(read(['--port', '7000'], env).text('port'), '7000')
  t.equal(read([], env).text('port'), '9000')
  t.equal(read([]).text('port'), '8080')
  t.equal(read([], { OFFERS_PORT: '' }).text('port'), '8080', 'an empty variable is none')
  t.equal(read([]).text('max-size'), undefined)
  t.equal(read([], { OFFERS_MAX_SIZE: '5' }).required('max-size'), '5')
})

t.test('a repeatable option is given again, or in the environment with spaces in between', async (t) => {
  const env = { OFFERS_ON_BROKEN: ' keep  accept:banco-x ' }
  t.same(read(['--on-broken', 'keep', '--on-broken', 'refuse:a'], env).texts('on-broken'), [
    'keep',
    'refuse:a',
  ])
  t.same(read([], env).texts('on-broken'), ['keep', 'accept:banco-x'])
  t.same(read([]).texts('on-broken'), ['refuse'])
  t.same(read([], { OFFERS_PORT: 'a b' }).texts('port'), ['a b'], 'others are taken as a whole')
})

t.test('a flag is set by its name, or by a variable that says yes', async (t) => {
  t.equal(read(['--quiet']).flag('quiet'), true)
  for (const word of ['1', 'true', 'yes']) t.equal(read([], { OFFERS_QUIET: word }).flag('quiet'), true, word)
  for (const word of ['0', 'false', 'no', ''])
    t.equal(read([], { OFFERS_QUIET: word }).flag('quiet'), false, word)
  t.equal(read([]).flag('quiet'), false)
})

t.test('what is missing, unknown or too much is wrong usage', async (t) => {
  const usage = { code: 'usage' }
  t.throws(() => read([]).required('max-size'), { ...usage, message: 'serve: --max-size is required' })
  t.throws(() => read(['--frob']), usage)
  t.throws(() => read(['--port']), usage)
  t.throws(() => read(['word']), { ...usage, message: 'serve: expected no further words, found word' })
  const issue: Command = { name: 'keys issue', about: 'a', options: [], operands: ['NAME'] }
  t.same(readOptions(issue, ['mine'], {}).operands, ['mine'])
  t.throws(() => readOptions(issue, [], {}), { ...usage, message: 'keys issue: expected NAME, found none' })
  t.throws(() => readOptions(issue, ['a', 'b'], {}), usage)
})

t.test('an option that a command does not declare is a bug, not a missing value', async (t) => {
  t.throws(() => read([]).text('nope'), RangeError)
  t.throws(() => read([]).flag('nope'), RangeError)
})

t.test('the variable of an option is its name in capitals', async (t) => {
  t.equal(variableOf({ name: 'max-rejected', about: '' }), 'OFFERS_MAX_REJECTED')
})

t.test('a whole number is read, both ends of its range included', async (t) => {
  for (const [text, number] of [
    ['1', 1],
    ['007', 7],
    ['10', 10],
  ] as const) {
    t.equal(parseInteger('n', text, 1, 10), number)
  }
  for (const text of ['0', '11', '-1', '1.5', '1e1', '', ' 1', '0x1']) {
    const message = `--n: expected a whole number from 1 to 10, found ${text}`
    t.throws(() => parseInteger('n', text, 1, 10), { code: 'usage', message }, text)
  }
})
