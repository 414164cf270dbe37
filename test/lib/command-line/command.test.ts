import t from 'tap'
import { defaultSettings } from '../../../lib/command-line/command.ts'
import { integer, wordAmong } from '../../../lib/command-line/parsers.ts'
import { readSettings } from '../../helpers/read-settings.ts'

const TABLE = {
  port: { name: 'port', value: 'PORT', default: '8080', about: 'a', parse: integer(0, 65_535) },
  size: { name: 'max-size', value: 'N', about: 'a' },
  broken: {
    policy: { name: 'on-broken', value: 'WORD', default: 'refuse', repeatable: true, about: 'a' },
  },
  isQuiet: { name: 'quiet', about: 'a' },
} as const

const read = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => readSettings(TABLE, argv, env)

t.test('settings have the names, groups and types of the table', async (t) => {
  const settings = await read(['--port', '7000', '--quiet'])
  // Types are checked by the compiler.
  const port: number = settings.port
  const size: string | undefined = settings.size
  const policy: readonly string[] = settings.broken.policy
  t.same({ ...settings }, { port, size, broken: { policy }, isQuiet: true })
  t.same(defaultSettings(TABLE, Date.now), await read([]))
})

t.test('the command line wins over the environment, which wins over the default', async (t) => {
  const env = { OFFERS_PORT: '9000' }
  t.match(await read(['--port', '7000'], env), { port: 7000 })
  t.match(await read([], env), { port: 9000 })
  t.match(await read([]), { port: 8080, size: undefined })
  t.match(await read([], { OFFERS_PORT: '' }), { port: 8080 }, 'an empty variable is ignored')
  t.match(await read([], { OFFERS_MAX_SIZE: 'a b' }), { size: 'a b' })
  t.match(await read(['--port', '1', '--port', '2']), { port: 2 }, 'the last one counts')
})

t.test('a repeatable option is given again, or in the environment with spaces in between', async (t) => {
  const env = { OFFERS_ON_BROKEN: ' keep  accept:banco-x ' }
  const policy = async (...given: Parameters<typeof read>) => (await read(...given)).broken.policy
  t.same(await policy(['--on-broken', 'keep', '--on-broken', 'refuse:a'], env), ['keep', 'refuse:a'])
  t.same(await policy([], env), ['keep', 'accept:banco-x'])
  t.same(await policy([]), ['refuse'])
})

t.test('a flag is set by its name, or by a variable with a yes', async (t) => {
  t.match(await read(['--quiet']), { isQuiet: true })
  for (const word of ['1', 'true', 'yes'])
    t.match(await read([], { OFFERS_QUIET: word }), { isQuiet: true }, word)
  for (const word of ['0', 'false', 'no', ''])
    t.match(await read([], { OFFERS_QUIET: word }), { isQuiet: false }, word)
})

t.test('the refusal of a wrong value names its option, wherever it was given', async (t) => {
  const message = '--port: expected a whole number from 0 to 65535, found x'
  await t.rejects(read(['--port', 'x']), { code: 'usage', message })
  await t.rejects(read([], { OFFERS_PORT: 'x' }), { code: 'usage', message })
})

t.test('all faults of the options are reported at once', async (t) => {
  const options = { ...TABLE, keys: { name: 'keys', value: 'FILE', required: true, about: 'a' } } as const
  const wrong = readSettings(options, ['--port', 'x'], { OFFERS_ON_BROKEN: 'keep' })
  const message = ': --keys is required\n--port: expected a whole number from 0 to 65535, found x'
  await t.rejects(wrong, { code: 'usage', message })
})

t.test('a whole number is read, both ends of its range included', async (t) => {
  const parse = integer(1, 10)
  t.same(['1', '007', '10'].map(parse), [1, 7, 10])
  for (const text of ['0', '11', '-1', '1.5', '1e1', '', ' 1', '0x1'])
    t.throws(() => parse(text), {
      code: 'usage',
      message: `expected a whole number from 1 to 10, found ${text}`,
    })
})

t.test('one of several words is read as it is', async (t) => {
  const parse = wordAmong(['keep', 'accept'])
  t.equal(parse('accept'), 'accept')
  t.throws(() => parse('Keep'), { code: 'usage', message: 'expected keep or accept, found Keep' })
  t.throws(() => wordAmong(['a', 'b', 'c'])('d'), { message: 'expected a, b or c, found d' })
})
