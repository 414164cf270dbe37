import { PassThrough } from 'node:stream'
import t from 'tap'
import { command } from '../../../lib/command-line/command.ts'
import { commandContext, processStreams } from '../../../lib/command-line/command-context.ts'
import { type Program, runProgram } from '../../../lib/command-line/program.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { flushFolder } from '../../../lib/files/flush-folder.ts'
import { VERSION } from '../../../lib/version.ts'

const OPTIONS = {
  keys: { name: 'keys', value: 'FILE|URL', required: true, about: 'Where the keys are.' },
  count: { name: 'count', value: 'N', default: '1', about: `How many to issue, ${'many '.repeat(30)}words.` },
  json: { name: 'json', about: 'Prints JSON.' },
  loud: { name: 'loud', hidden: true, about: 'For tests.' },
} as const

const PROGRAM: Program = {
  name: 'offers-test',
  about: 'Tests.',
  groups: { keys: 'Handles keys.' },
  commands: [
    command({
      name: 'keys issue',
      about: 'Issues a key. It is shown once.',
      operands: ['<NAME>', '[NOTE]'],
      options: OPTIONS,
      examples: ['keys issue --keys keys.ndjson me'],
      async run(settings, { stdout }, name, note) {
        if (name === 'wrong') throw new OperatorError('bad-keys', 'no\nkey')
        if (name === 'bug') throw new TypeError('a bug')
        stdout.write(`${JSON.stringify({ ...settings, name, note })}\n`)
      },
    }),
    command({
      name: 'join',
      about: 'Joins files.',
      operands: ['<FILE...>'],
      options: {},
      async run(_settings, { stdout }, files) {
        stdout.write(`${files.join('+')}\n`)
      },
    }),
  ],
}

async function offersTest(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runProgram(PROGRAM, words, { stdout, stderr, env, clock: () => 0 })
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

t.test('a command gets its operands, for any number of words in its name', async (t) => {
  t.same(await offersTest(['keys', 'issue', 'me', '--keys', 'k']), {
    code: 0,
    stdout: '{"keys":"k","count":"1","json":false,"loud":false,"name":"me"}\n',
    stderr: '',
  })
  t.match(await offersTest(['join', 'a', 'b']), { code: 0, stdout: 'a+b\n' })
})

t.test('outside of tests, commands bring files to the disk', async (t) => {
  t.equal(commandContext(processStreams()).flush, flushFolder)
})

t.test('the help of a program lists its commands, one on a line', async (t) => {
  for (const word of ['--help', '-h']) {
    const { code, stdout } = await offersTest([word])
    t.equal(code, 0)
    t.match(stdout, /^ {2}keys +Handles keys\.$/m)
    t.match(stdout, /^ {2}join +Joins files\.$/m)
  }
})

t.test('the help of a group lists its commands with their first sentences', async (t) => {
  t.match((await offersTest(['keys', '--help'])).stdout, /^ {2}issue +Issues a key\. *$/m)
})

t.test('the help of a command has its options, variables, defaults, examples and exit codes', async (t) => {
  const { code, stdout } = await offersTest(['keys', 'issue', '--help'])
  t.equal(code, 0)
  t.match(stdout, 'offers-test keys issue [options] <NAME> [NOTE]')
  t.match(stdout, '  --keys FILE|URL  [OFFERS_KEYS]\n      Where the keys are. Required.\n')
  t.match(stdout, /many many words\. Default: 1\.\n/)
  t.match(stdout, '  offers-test keys issue --keys keys.ndjson me\n')
  t.match(stdout, '2 wrong usage')
})

t.test('a hidden option is taken, and the help does not name it', async (t) => {
  t.match((await offersTest(['keys', 'issue', 'me', '--keys', 'k', '--loud'])).stdout, '"loud":true')
  t.notMatch((await offersTest(['keys', 'issue', '--help'])).stdout, /loud/i)
})

t.test('a program prints its version', async (t) => {
  for (const word of ['--version', '-V']) {
    t.same(await offersTest([word]), { code: 0, stdout: `${VERSION}\n`, stderr: '' })
  }
})

t.test('wrong usage ends with 2, names the fault, and points to the help', async (t) => {
  const cases: [words: string[], message: string][] = [
    [[], 'expected a command (keys, join), found none; see offers-test --help'],
    [['keys'], 'expected a command (issue), found none; see offers-test keys --help'],
    [['jion'], "unknown command 'jion' (Did you mean join?); see offers-test --help"],
    [['keys', 'isue'], "unknown command 'isue' (Did you mean issue?); see offers-test keys --help"],
    [['join', 'a', '--frob'], "unknown option '--frob'; see offers-test join --help"],
    [['join'], "missing required argument 'FILE'; see offers-test join --help"],
    [['keys', 'issue'], "missing required argument 'NAME'; see offers-test keys issue --help"],
    [['keys', 'issue', 'me'], 'keys issue: --keys is required'],
    [['keys', 'issue', 'me', '--keys', '--count'], '--keys: expected FILE|URL, found --count'],
  ]
  for (const [words, message] of cases) {
    t.same(await offersTest(words), { code: 2, stdout: '', stderr: `offers-test: ${message}\n` })
  }
  const slip = await offersTest(['keys', 'issue', 'me', '--kyes', 'k'])
  t.match(slip.stderr, "unknown option '--kyes' (Did you mean --keys?)")
  const many = await offersTest(['keys', 'issue', 'a', 'b', 'c', '--keys', 'k'])
  t.match(many, { code: 2, stderr: /too many arguments for 'issue'\. Expected 2 arguments but got 3;/ })
})

t.test(
  'a failure has an exit code, a line of output for each of its lines, and a form for programs',
  async (t) => {
    const words = ['keys', 'issue', 'wrong', '--keys', 'k']
    const stderr = 'offers-test: no\noffers-test: key\n'
    t.same(await offersTest(words), { code: 1, stdout: '', stderr })
    for (const asked of [
      await offersTest([...words, '--json']),
      await offersTest(words, { OFFERS_JSON: '1' }),
    ]) {
      t.match(asked, { code: 1, stderr })
      t.same(JSON.parse(asked.stdout), { failure: { code: 'bad-keys', message: 'no\nkey' } })
    }
    t.same(JSON.parse((await offersTest(['frob', '--json'])).stdout).failure.code, 'usage')
  },
)

t.test('a fault of the program is one line, with its stack only on request', async (t) => {
  const words = ['keys', 'issue', 'bug', '--keys', 'k']
  t.same(await offersTest(words), { code: 1, stdout: '', stderr: 'offers-test: a bug\n' })
  t.match((await offersTest(words, { OFFERS_DEBUG: '1' })).stderr, /TypeError: a bug\n {4}at /)
})

t.test('a variable that no program reads is named, and nothing fails', async (t) => {
  const env = { OFFERS_PORTT: '1', OFFERS_FROBNICATE_ALL: '1', OFFERS_KEYS: 'k', OFFERS_GRACE: '1' }
  const { code, stderr } = await offersTest(['keys', 'issue', 'me'], { ...env, OTHERS: '1' })
  t.equal(code, 0)
  t.equal(
    stderr,
    'offers-test: OFFERS_PORTT is not an option (did you mean OFFERS_PORT?)\n' +
      'offers-test: OFFERS_FROBNICATE_ALL is not an option\n',
    'variables of others are not its business',
  )
})
