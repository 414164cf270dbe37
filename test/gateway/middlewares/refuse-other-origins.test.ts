// A gateway for this machine only refuses other names of it, and pages of other origins.

import t from 'tap'
import { PATHS } from '../../../contract/api/resources.ts'
import { serveTiny } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

t.test('only programs and its own pages may use it, by its own names and port', async (t) => {
  const { base, keys } = await serveTiny(t, { local: true })
  const { port } = new URL(base)
  const key = keys.issue('demo')
  const own = `localhost:${port}`
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ Host: own }, 200],
    [{ Host: `127.0.0.1:${port}` }, 200],
    [{ Host: `[::1]:${port}` }, 200],
    [{ Host: `LOCALHOST:${port}` }, 200],
    [{ Host: own, Origin: `http://${own}` }, 200],
    [{ Host: own, Origin: `http://127.0.0.1:${port}` }, 200],
    [{ Host: own, 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ Host: own, 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }, 200],
    [{ Host: own, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }, 200],
    [{ Host: `evil.example:${port}` }, 400],
    [{ Host: 'localhost' }, 400],
    [{ Host: 'localhost:1' }, 400],
    [{ Host: `localhost.evil.example:${port}` }, 400],
    [{ Host: own, Origin: 'http://evil.example' }, 400],
    [{ Host: own, Origin: 'null' }, 400],
    [{ Host: own, Origin: 'http://localhost:1' }, 400],
    [{ Host: own, Origin: `https://${own}` }, 400],
    [{ Host: own, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }, 400],
    [{ Host: own, 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors' }, 400],
  ]
  for (const [headers, status] of cases) {
    for (const target of [PATHS.offers, PATHS.openapi]) {
      const answer = await call(base, target, { key, headers })
      t.equal(answer.status, status, `${target} ${JSON.stringify(headers)}`)
      if (status === 200) continue
      t.equal(answer.headers['content-type'], 'application/problem+json')
      t.match(answer.json, {
        code: 'malformed_request',
        detail: `This address answers only http://${own}; the request `,
      })
    }
  }
  const preflight = { Host: own, Origin: 'http://evil.example' }
  t.equal((await call(base, PATHS.offers, { method: 'OPTIONS', headers: preflight })).status, 400)
})
