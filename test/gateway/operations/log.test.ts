import t from 'tap'
import { createKey } from '../../../contract/keys/format.ts'
import { createLog } from '../../../gateway/lib/log.ts'

function lines(): { write(line: string): void; text: string } {
  return {
    text: '',
    write(line) {
      this.text += line
    },
  }
}

t.test('a line is one JSON object with time, level and message', async (t) => {
  const out = lines()
  createLog('info', out).warn({ part: 'origin' }, 'failing')
  t.match(JSON.parse(out.text), { level: 'warn', part: 'origin', msg: 'failing', time: /^\d{4}-.*Z$/ })
})

t.test('no key gets into a log, at any place in a line', async (t) => {
  const out = lines()
  const log = createLog('debug', out)
  const keys = [createKey('named'), createKey('demo')]
  for (const key of keys) {
    log.error({ err: `unexpected ${key}!`, headers: { authorization: `Bearer ${key}` } }, key)
    log.debug({ [key]: [key] }, 'nested')
  }
  for (const key of keys) t.notOk(out.text.includes(key.slice(12)))
  for (const key of keys) log.warn({}, key.toUpperCase())
  for (const key of keys) t.notOk(out.text.toLowerCase().includes(key.slice(12)))
  t.match(out.text, 'unexpected offers_live_…!')
})
