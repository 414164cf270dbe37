// Newcomers read README first: its commands, answers and figures are true.

import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { greeting } from '../../gateway/cli/serve.ts'
import { demoKeyRecord } from '../../gateway/keys/key-record.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { MemoryKeyStore, startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { bundle } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { codeBlocks, ROOT, read } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const readme = read('README.md')
const blocks = codeBlocks(readme)
const answers = blocks.filter((block) => block.startsWith('$ curl'))

t.test('`make run` prints the call that it shows', async (t) => {
  const printed = greeting('http://127.0.0.1:8080')
  const call = /curl .*/.exec(printed)?.[0] ?? ''
  t.match(call, PUBLISHED_DEMO_KEY)
  t.ok(answers[0]?.startsWith(`$ ${call}\n`), call)
})

t.test('its answers are those of the gateway', async (t) => {
  const folder = await demonstrationRelease()
  // As `keys init` leaves it.
  const store = new MemoryKeyStore()
  await store.add([demoKeyRecord(0)])
  const { base } = await startGateway(t, folder, { keyStore: store })

  const first = await call(base, '/beta/offers', { key: PUBLISHED_DEMO_KEY })
  const [, head = '', shown = ''] = /\n(HTTP.*?)\n\n(.*)$/s.exec(answers[0] ?? '') ?? []
  t.match(head, /^HTTP\/1\.1 200 OK\n/)
  const heads = head.split('\n').filter((line) => line.includes(': '))
  t.ok(heads.length >= 5)
  for (const line of heads) {
    const [name = '', value] = line.split(/: (.*)/)
    t.equal(first.headers[name.toLowerCase()], value, name)
  }
  t.equal(Object.values(first.headers).includes(heads[0]?.split(': ')[1]), true)
  // Omissions are marked.
  for (const piece of shown.split(/…[},\n]*/).filter((text) => text.trim() !== '')) {
    t.ok(first.text.includes(piece.trim()), piece)
  }

  const tag = /If-None-Match: ("[^"]+")/.exec(answers[1] ?? '')?.[1] ?? ''
  t.equal(tag, first.headers.etag)
  const again = await call(base, '/beta/offers', {
    key: PUBLISHED_DEMO_KEY,
    headers: { 'If-None-Match': tag },
  })
  t.equal(again.status, 304)
  t.match(answers[1], 'HTTP/1.1 304 Not Modified')
})

t.test('its example of the client prints offers', async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  await keys.add([demoKeyRecord(0)])
  const code = blocks.find((block) => block.startsWith('import ')) ?? ''
  const here = code
    .replace('@offers-catalogue/client', `${pathToFileURL(ROOT)}client/index.ts`)
    .replace('http://127.0.0.1:8080', base)
  t.match(here, base)
  const folder = t.testdir({ 'example.mjs': here })
  const loader = ['--import', join(ROOT, 'test/helpers/typescript/register.mjs')]
  const ran = await runToEnd(process.execPath, [...loader, join(folder, 'example.mjs')], { cwd: ROOT })
  t.equal(ran.code, 0, ran.stderr)
  t.match(ran.stdout, /^.+: .+, until \d{4}-\d\d-\d\d$/m)
})

t.test('its commands lead from a table to a gateway that can serve', async (t) => {
  const folder = t.testdir({
    dist: t.fixture('symlink', dirname(bundle('build'))),
    'ofertas.csv': 'id,oferta,banco,descuento\n1,Cena,Banco Lenga,20%\n2,Almuerzo,Banco Lenga,10%\n',
  })
  const commands = blocks.find((block) => block.includes(' import ofertas.csv ')) ?? ''
  const here = commands.replace('make dist\n', '').replace(/(gateway\.mjs serve .*)/, '$1 --check')
  t.match(here, '--check')
  const ran = await runToEnd('sh', ['-e', '-c', here], { cwd: folder })
  t.equal(ran.code, 0, ran.stderr)
  t.match(ran.stdout, /^Published /m)
  t.match(ran.stdout, 'release: ')
})

/** The rows of its table of speed, and the servers of the benchmark that they are about. */
const PEERS = {
  'bare `node:http`': 'bare node:http, same bytes and headers',
  'Fastify, its rate limit, bodies in memory': 'Fastify, its rate limit, bodies in a Map',
  'Express, express-rate-limit, bodies in memory': 'Express, express-rate-limit, bodies in a Map',
}

t.test('its figures of speed are those of the results of the benchmark', async (t) => {
  for (const node of [24, 20]) {
    const sections = read(`bench/results-node-${node}.md`).split('\n### ')
    const ratioOf = (title: string, server: string) => {
      const rows = sections.find((section) => section.startsWith(`${title}\n`))?.split('\n') ?? []
      const cells = rows.find((row) => row.startsWith(`| ${server} |`))?.split(' | ') ?? []
      const ratio = Number.parseFloat(cells[3] ?? '')
      return ratio.toFixed(2)
    }
    for (const [peer, server] of Object.entries(PEERS)) {
      const kinds = ['200, prebuilt pages', '200, prebuilt pages, gzip', '304, prebuilt pages']
      const row = [peer, node, ...kinds.map((title) => ratioOf(title, server))].join(' | ')
      t.ok(readme.includes(`\n| ${row} |\n`), row)
    }
  }
})
