// The section "Redis" of the operator's page: with it, a server as Debian installs it keeps keys and revocations.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { call } from '../helpers/http.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { runProgram, serveGateway } from '../helpers/processes.ts'
import { TestRedis, withoutRedis } from '../helpers/redis.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'
import { blockOf } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const PAGE = 'docs/production.md'

/** A server with the settings of Debian's, which are also those of Redis itself, in a file that it may rewrite. */
async function startAsInstalled(t: Test, folder: string): Promise<TestRedis> {
  const port = await freePort()
  const settings = [`port ${port}`, `dir ${folder}`, 'save 3600 1 300 100 60 10000', 'appendonly no']
  writeFileSync(join(folder, 'redis.conf'), settings.join('\n'))
  const redis = new TestRedis(port, [join(folder, 'redis.conf')])
  t.teardown(() => redis.stop())
  await redis.start()
  return redis
}

/** Runs the commands of a block for Redis. */
async function follow(block: string, { port }: TestRedis): Promise<string[]> {
  const lines = block.split('\n').filter((line) => line.includes('redis-cli '))
  for (const line of lines) {
    const here = line.replace('redis-cli ', `redis-cli -p ${port} `)
    t.match(
      await runToEnd('bash', ['-c', here], { env: cleanEnvironment() }),
      { code: 0, stdout: /^(?:OK\n)?$/ },
      line,
    )
  }
  return lines
}

const statusOf = async (base: string, target: string, key: string) =>
  (await call(base, target, { key })).status

t.test('a revocation and a new key survive a kill of Redis', { skip: withoutRedis }, async (t) => {
  const root = t.testdir({ redis: {}, out: {} })
  const redis = await startAsInstalled(t, join(root, 'redis'))
  t.equal((await follow(blockOf(PAGE, '\nredis-cli CONFIG REWRITE'), redis)).length, 4)
  const kept = await issueKey(redis.url)
  const revoked = await issueKey(redis.url)
  // A copy on the disk that is older than the next commands. Debian's settings write one now and then.
  await redis.command('SAVE')
  t.match(await runProgram('gateway', ['keys', 'revoke', revoked.id, '--keys', redis.url]), {
    code: 0,
    stderr: '',
  })
  const late = await issueKey(redis.url)

  const folder = join(root, 'out')
  publishTinyRelease(folder)
  const { base } = await serveGateway(t, ['--public', folder, '--keys', redis.url])
  await redis.stop()
  await redis.start()
  await until(
    'the gateway is connected again',
    async () => (await statusOf(base, '/beta/snapshot', kept.key)) !== 503,
  )
  for (const target of ['/beta/snapshot', '/beta/issuers']) {
    t.equal(await statusOf(base, target, revoked.key), 401)
    for (const { key } of [kept, late]) t.equal(await statusOf(base, target, key), 200)
  }
})
