// The page of deployment: every metric, check and number on it is that of the programs.

import t from 'tap'
import { MAX_BODY_BYTES, MAX_MANIFEST_BYTES, MAX_POINTER_BYTES } from '../../contract/release/layout.ts'
import { TAKE_LIMIT_MS } from '../../gateway/catalogue/catalogue.ts'
import {
  FREE_ANSWERS_MS,
  IDLE_TIMEOUT_MS,
  LIMITS,
  MAX_CONNECTIONS,
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_FREE_ANSWERS,
  MAX_WAITING_REQUESTS,
  PROXY_IDLE_TIMEOUT_MS,
} from '../../gateway/connections/limits.ts'
import { DRAIN_LIMIT_MS } from '../../gateway/gateway.ts'
import { ADMIN_PATHS } from '../../gateway/operations/admin-server.ts'
import { createMetrics } from '../../gateway/operations/metrics.ts'
import { RequestCounters } from '../../gateway/operations/request-counters.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { codeOf, PAGES, read } from './support/pages.ts'
import { noneWrong } from './support/wrong.ts'

t.setTimeout(BUSY_MS)

const page = read('docs/gateway.md')

t.test(
  'every metric of ours is explained by its HELP, and pages name none that does not exist',
  async (t) => {
    const { gateway } = await serveTiny(t)
    const counted = { counters: new RequestCounters(), bounds: gateway.connections }
    const metrics = createMetrics({ gateway, ...counted, clock: systemClock })
    const text = await metrics()
    const names = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name)

    const ofBuilds: string[] =
      read('build/report/metrics-report.ts').match(/(?<=')offers_build_\w+(?=')/g) ?? []
    t.ok(ofBuilds.length >= 3, 'those of builds are among them')
    const ofBackups =
      read('deploy/systemd/backup.sh').match(/offers_backup_[a-z]+(?:_timestamp_seconds)?(?= )/g) ?? []
    t.equal(ofBackups.length, 2)
    names.push(...ofBuilds, ...ofBackups)

    const ours = names.filter((name) => name.startsWith('offers_') && !/^offers_b(?:uild|ackup)_/.test(name))
    t.ok(ours.length >= 10, 'there are some')
    noneWrong(t, ours, (name) => new RegExp(`^# HELP ${name} \\S+ `, 'm').test(text), 'none is missing')
    const code = PAGES.filter((file) => file.startsWith('docs/') && !/(?:clients|python)\.md$/.test(file))
      .flatMap((file) => codeOf(read(file)))
      .join('\n')

    const named = code.match(/\b(?:offers|process|nodejs)_[a-z0-9_]+\b/g) ?? []
    const others = named.filter((name) => name !== 'process_start')
    const exists = (name: string) => names.includes(name.replace(/_(?:bucket|sum|count)$/, ''))
    noneWrong(t, new Set(others), exists, 'none is invented')

    for (const file of ['offers.rules.yml', 'dashboard.json']) {
      const asked = read(`deploy/monitoring/${file}`).match(/\boffers_[a-z0-9_]+\b/g) ?? []
      t.ok(asked.length > 5)
      noneWrong(t, new Set(asked), exists, `${file} asks for none that is missing`)
    }
  },
)

t.test('readiness has the checks that the page names', async (t) => {
  const { gateway } = await serveTiny(t)
  const readiness = await gateway.readiness()
  t.same(new Set(Object.values(readiness)), new Set(['ok']))
  noneWrong(t, Object.keys(readiness), (check) => page.includes(`\`${check}\``), 'none is missing')
  noneWrong(
    t,
    Object.values(ADMIN_PATHS),
    (path) => page.includes(`- \`${path}\` is for `),
    'no path is missing',
  )
})

t.test('bounds are those on the page', async (t) => {
  const rows = [
    `complete within ${LIMITS.headersTimeout / 1000} s, and the whole request within ${LIMITS.requestTimeout / 1000} s`,
    `It may have ${LIMITS.maxHeaderSize / 1024} kB`,
    `closed after ${IDLE_TIMEOUT_MS / 1000} s, those of a trusted proxy after ${PROXY_IDLE_TIMEOUT_MS / 1000} s`,
    `after ${MAX_FREE_ANSWERS} within ${FREE_ANSWERS_MS / 1000} s their connection is closed`,
    `**Connections**: a gateway accepts ${MAX_CONNECTIONS.toLocaleString('en')}, and ${MAX_CONNECTIONS_PER_ADDRESS.toLocaleString('en')} from one client address`,
    `a connection on which more than ${MAX_WAITING_REQUESTS} requests wait is closed`,
    `${TAKE_LIMIT_MS / 1000} s for the pointer, the manifest and the target table`,
    `a pointer of ${MAX_POINTER_BYTES / 1024} kB, a manifest of ${MAX_MANIFEST_BYTES / 1024 / 1024} MB,`,
    `pages of ${MAX_BODY_BYTES / 1024 / 1024} MB uncompressed`,
  ]
  noneWrong(t, rows, (text) => page.includes(text), 'none is missing')
})

t.test('the unit waits for longer than a drain may take', async (t) => {
  const wait = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/offers-gateway@.service'))?.[1])
  const delay = Number(/OFFERS_DRAIN_DELAY_MS=(\d+)/.exec(read('docs/production.md'))?.[1])
  t.ok(wait * 1000 >= delay + DRAIN_LIMIT_MS + 5000, `${wait} s for ${delay} ms and ${DRAIN_LIMIT_MS} ms`)
})
