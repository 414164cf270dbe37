import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { currentOwner, isDead } from '../../../lib/files/lock.ts'

const NOON = Date.parse('2026-08-22T12:00:00.000Z')
const us = currentOwner(() => NOON)

/** A system with a process that began at `start`. */
const running = (start: string | null) => ({ probe: () => {}, startOf: () => start })

function failing(code: string, start: string | null = null) {
  const probe = () => {
    throw Object.assign(new Error(code), { code })
  }
  return { probe, startOf: () => start }
}

t.test('this process is alive, and one that has ended is dead', async (t) => {
  t.equal(isDead(us), false)
  t.equal(isDead({ ...us, pid: spawnSync(process.execPath, ['--version']).pid }), true)
})

t.test('the process of another user is alive', async (t) => {
  t.equal(isDead(us, failing('EPERM')), false)
  t.equal(isDead(us, failing('EPERM', us.process_start)), false)
  t.equal(isDead(us, failing('ESRCH')), true)
})

t.test('a process that began at another time has the id, but is not the owner', async (t) => {
  const owner = { ...us, process_start: '100' }
  t.equal(isDead(owner, running('100')), false)
  t.equal(isDead(owner, running('200')), true)
  t.equal(isDead(owner, failing('EPERM', '200')), true)
})

t.test('if the start of a process is unknown, its id decides', async (t) => {
  t.equal(isDead({ ...us, process_start: '100' }, running(null)), false)
  t.equal(isDead({ ...us, process_start: null }, running('100')), false)
})

t.test('a process of another host never counts as dead', async (t) => {
  t.equal(isDead({ ...us, host: 'elsewhere' }, failing('ESRCH')), false)
})

t.test(
  'this system knows when a process began',
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
