import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import t from 'tap'
import { listen } from '../../../gateway/lib/listen.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

/** More than Node's own backlog. */
const CONNECTIONS = 800

/** Ends with 0 once all of its connections are made. */
const CLIENT = `
const { connect } = require('node:net')
let made = 0
for (let count = 0; count < ${CONNECTIONS}; count++) {
  connect(Number(process.argv[1]), '127.0.0.1', () => {
    made += 1
    if (made === ${CONNECTIONS}) process.exit(0)
  })
}`

/** How many connections this system lets wait. */
function systemBacklog(): number {
  if (process.platform !== 'linux') return 0
  return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
}

const skip = systemBacklog() > CONNECTIONS ? false : 'the system lets too few connections wait'

t.test('connections that come in a burst wait until they are accepted', { skip }, async (t) => {
  const server = createServer()
  t.teardown(() => server.close())
  const { port } = await listen(server, { host: '127.0.0.1', port: 0, option: 'port' })
  // The server accepts none meanwhile. Those beyond the backlog are never made.
  const { status } = spawnSync(process.execPath, ['-e', CLIENT, String(port)], { timeout: SHORT_MS / 2 })
  t.equal(status, 0)
})
