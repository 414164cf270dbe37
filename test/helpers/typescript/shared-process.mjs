// Runs suites one after the other in one process, and reports them as one file of tests, see ../suites.mjs. A suite that
// fails, expires or ends the process is the last one of that process: the next suite starts clean, in another. Several
// such files that run at once share a list of suites: each takes the next one when it is done with one, so that all are
// busy to the end. In which order a process ran its suites, its results say.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** How long an expired suite may run its teardowns. */
const TEARDOWN_MS = 2_000

/** After its limit and this time, a process is killed: it is in a loop, and cannot end by itself. */
const GRACE_MS = 5_000

/** The runner of tap adds it, to record which files a process loads. That is not used here, and it takes time. */
const RECORDER = /"?--import=[^" ]*\/@tapjs\/processinfo\/[^" ]*"?/

/** The argument of a process that runs suites. */
const RUN = 'run'

const nodeArguments = () => process.execArgv.filter((argument) => !RECORDER.test(argument))

/**
 * The program of a file that shares a process.
 * @param {string} file its path. Called without RUN, it starts the processes that run the suites
 * @param {string[]} suites the suites that it runs, except those that another file has taken
 */
export async function share(file, suites) {
  if (process.argv[2] === RUN) await runSuites(file, suites)
  else await supervise(file, suites)
}

/**
 * Runs the suites that no other file runs, in as many processes as it takes, and writes their results as one stream of TAP.
 * @param {string} file
 * @param {string[]} suites
 */
async function supervise(file, suites) {
  // Each suite has its own limit.
  process.send?.({ setTimeout: 0, key: process.env.TAP_CHILD_KEY, child: process.env.TAP_CHILD_ID })
  console.log('TAP version 14')
  const reported = new Set()
  let points = 0
  /** @type {(result: string, text: string) => void} */
  const report = (result, text) => {
    points += 1
    console.log(`${result} ${points}${text}`)
  }
  const [own] = suites
  let isLeft = takerOf(own, file) === undefined
  if (!isLeft) {
    process.exitCode = 1
    report('not ok', ` - ${own} has run: list the suites again, see suites.mjs`)
  }
  while (isLeft) {
    let last
    let hasFailed = false
    const end = await runProcess(file, (line) => {
      const [, result, text] = /^((?:not )?ok) \d+(.*)/s.exec(line) ?? []
      if (result) {
        report(result, text)
        hasFailed ||= result === 'not ok'
        const suite = suites.find((name) => ` ${text} `.startsWith(`  - ${name} `))
        if (suite === undefined) return
        reported.add(suite)
        last = suite
      } else if (!/^(?:TAP version \d|1\.\.\d)/.test(line)) console.log(line)
    })
    const running = suites.find((suite) => !reported.has(suite) && takerOf(suite, file) === file)
    isLeft = suites.some((suite) => takerOf(suite, file) === undefined)
    if (end === 'ended with 0' && running === undefined && !isLeft) break
    process.exitCode = 1
    if (running === undefined && hasFailed) continue
    // If no suite has ended the process while it ran, the last one did so afterwards.
    report('not ok', ` - ${running ?? last ?? 'no suite'}: the process ${end}`)
    reported.add(running)
    // A process that runs none will not do so the next time.
    isLeft &&= (running ?? last) !== undefined
  }
  console.log(`1..${points}`)
}

/**
 * Runs the suites that are left, until one of them ends the process.
 * @param {string} file
 * @param {(line: string) => void} onLine called with each line of its output
 * @returns {Promise<string>} how the process ended
 */
async function runProcess(file, onLine) {
  const child = spawn(process.execPath, [...nodeArguments(), file, RUN], {
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(RECORDER, '') },
  })
  const closed = once(child, 'close')
  let expired
  let timer
  child.on('message', ({ limitMs }) => {
    if (limitMs === undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      expired = `did not end within ${limitMs} ms`
      child.kill('SIGKILL')
    }, limitMs + GRACE_MS)
  })
  // Not by node:readline: the title of a test may contain what is a line break only there.
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  })
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  // A program that a test has left running may keep the output open.
  await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })])
  child.stdout.destroy()
  if (rest !== '') onLine(rest)
  return expired ?? `ended with ${code ?? signal}`
}

/**
 * @param {string} file
 * @param {string[]} suites
 */
async function runSuites(file, suites) {
  const { default: tap, SUITE, SUITE_MS, suiteFolder } = await import('./tap.mjs')
  // Without the process that started this one, nothing ends it.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  tap.setTimeout(0)
  for (const suite of suites) {
    if (!take(suite, file)) continue
    const results = await tap.test(suite, async (t) => {
      // As if it had a process to itself.
      t.testdirName = suiteFolder(suite)
      limitTime(t, suite)
      t.setTimeout(SUITE_MS)
      globalThis[SUITE] = t
      await import(pathToFileURL(resolve(suite)).href)
      if (hasNothing(t)) t.fail('the file has no tests')
    })
    // Rejections that nothing handles are reported first.
    await setImmediate()
    // It, or one before it, may have left anything behind.
    if (!results?.ok || !tap.passing()) process.exit(1)
  }
}

/**
 * Where it stands which file runs a suite.
 * @param {string} suite
 * @param {string} file one of the files that share it
 */
const takenAs = (suite, file) => join(dirname(file), `${suite.replaceAll('/', '-')}.taken`)

/**
 * @param {string} suite
 * @param {string} file one of the files that share it
 * @returns {string | undefined} the file that runs or has run it
 */
function takerOf(suite, file) {
  try {
    return readFileSync(takenAs(suite, file), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
}

/**
 * @param {string} suite
 * @param {string} file
 * @returns whether it is the first file to take this suite
 */
function take(suite, file) {
  try {
    writeFileSync(takenAs(suite, file), file, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether nothing has been added to a test, not even the reason why it is skipped. */
const hasNothing = (t) => !t.ended && !t.occupied && t.count === 0 && t.subtests.length === 0

/**
 * Ends a suite, and with it the process, at its limit.
 * @param {import('tap').Test} t
 * @param {string} suite
 */
function limitTime(t, suite) {
  let timer
  const value = (limitMs) => {
    clearTimeout(timer)
    // tap calls this with 0 when the suite has ended.
    if (limitMs === 0) return
    process.send?.({ limitMs })
    const expire = () => {
      t.timeout({ expired: suite, message: `not done within ${limitMs} ms` })
      setTimeout(() => process.exit(1), TEARDOWN_MS)
    }
    timer = setTimeout(expire, limitMs).unref()
  }
  Object.defineProperty(t, 'setTimeout', { value })
}
