import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { silentLog } from '../../../gateway/lib/log.ts'
import { feedWatchdog } from '../../../gateway/operations/watchdog.ts'
import { until } from '../../helpers/until.ts'
import { recordingLog } from './recording-log.ts'

/** Takes the place of `setInterval` until the test ends. */
function holdIntervals(t: Test) {
  const held: { send: () => void; everyMs: number }[] = []
  t.intercept(globalThis, 'setInterval', {
    value: (send: () => void, everyMs: number) => {
      held.push({ send, everyMs })
      return { unref() {} }
    },
  })
  return held
}

/** A `systemd-notify` that writes its arguments and variables to a file. */
function recordSigns(t: Test, script = 'echo "$* $(env | sort | tr "\\n" " ")" >> "$0.signs"') {
  const program = join(t.testdir({}), 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  const env = { PATH: `${t.testdirName}:/usr/bin:/bin`, NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '20000000' }
  const signs = () => {
    const file = `${program}.signs`
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return { env, signs }
}

t.test('systemd gets a sign of life at once, and then four within the time that it allows', async (t) => {
  const held = holdIntervals(t)
  const { env, signs } = recordSigns(t)
  feedWatchdog({ ...env, OFFERS_KEYS: 'redis://:secret@10.0.0.5' }, silentLog)
  await until('the first sign', () => signs().length === 1)
  t.strictSame(
    held.map(({ everyMs }) => everyMs),
    [5000],
  )
  held[0]?.send()
  await until('the second one', () => signs().length === 2)
  for (const sign of signs()) {
    t.match(sign, /^WATCHDOG=1 /)
    t.match(sign, 'NOTIFY_SOCKET=/run/x')
    t.notMatch(sign, 'OFFERS_KEYS', 'no secret')
  }
})

t.test('without a watchdog, nothing is started', async (t) => {
  const held = holdIntervals(t)
  const { env } = recordSigns(t)
  for (const [name, value] of [
    ['NOTIFY_SOCKET', undefined],
    ['WATCHDOG_USEC', undefined],
    ['WATCHDOG_USEC', '0'],
    ['WATCHDOG_USEC', 'soon'],
  ] as const) {
    feedWatchdog({ ...env, [name]: value }, silentLog)
    t.strictSame(held, [], `${name}=${value}`)
  }
})

t.test('a sign that fails is logged, and the next one is sent', async (t) => {
  const held = holdIntervals(t)
  const log = recordingLog()
  const { lines } = log
  const { env, signs } = recordSigns(
    t,
    '[ -e "$0.signs" ] && exec echo again >> "$0.signs"; : > "$0.signs"; exit 1',
  )
  feedWatchdog(env, log)
  await until('the failure is logged', () => lines.length === 1)
  t.match(lines, [{ level: 'warn', message: 'systemd got no sign of life' }])
  held[0]?.send()
  await until('the next one', () => signs().includes('again'))
  feedWatchdog({ ...env, PATH: '/nowhere' }, log)
  await until('a program that is missing is logged', () => lines.length === 2)
  t.match(lines[1], { facts: { err: /ENOENT/ } })
})
