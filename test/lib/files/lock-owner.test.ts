import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { currentOwner, isDead } from '../../../lib/files/lock.ts'

const NOON = Date.parse('2026-08-22T12:00:00.000Z')
const us = currentOwner(() => NOON)

const endedProcess = () => spawnSync(process.execPath, ['--version']).pid

t.test('this process is alive, and one that has ended is dead', async (t) => {
  t.equal(isDead(us), false)
  t.equal(isDead({ ...us, pid: endedProcess() }), true)
})

t.test('the process of another user is alive, and one whose start is unknown', async (t) => {
  t.equal(isDead({ ...us, pid: 1, process_start: null }), false)
})

t.test('a process of another host never counts as dead', async (t) => {
  t.equal(isDead({ ...us, host: 'elsewhere', pid: endedProcess() }), false)
})

t.test(
  'a process of another PID namespace never counts as dead, though the host has the same name',
  async (t) => {
    const pid = endedProcess()
    t.equal(isDead({ ...us, pid, pid_namespace: 'pid:[1]' }), false)
    t.equal(
      isDead({ ...us, pid, pid_namespace: null }),
      us.pid_namespace === null,
      'nor one of an older version',
    )
    t.equal(isDead({ ...us, pid_namespace: 'pid:[1]', boot: 'another' }), false)
  },
)

t.test(
  'a process of an earlier boot is dead, outside of containers',
  { skip: us.pid_namespace !== 'pid:[4026531836]' && 'needs the first PID namespace' },
  async (t) => {
    t.equal(isDead({ ...us, boot: 'another' }), true)
    t.equal(isDead({ ...us, boot: 'another', host: 'elsewhere' }), false)
    t.equal(isDead({ ...us, boot: null }), false)
  },
)

t.test(
  'a process that began at another time has the id, but is not the owner',
  { skip: !existsSync('/proc/self/stat') && 'needs /proc' },
  async (t) => {
    t.match(us.process_start, /^\d+$/)
    t.equal(isDead({ ...us, process_start: '1' }), true)
  },
)

t.test(
  'the name of a process may be anything',
  { skip: !existsSync('/proc/self/comm') && 'needs /proc' },
  async (t) => {
    const before = readFileSync('/proc/self/comm', 'utf8')
    t.teardown(() => writeFileSync('/proc/self/comm', before))
    writeFileSync('/proc/self/comm', 'a) R (b) 7 c')
    t.equal(currentOwner(() => NOON).process_start, us.process_start)
    t.equal(isDead(us), false)
  },
)
