// What CI runs fails if anything in it does. Its programs are replaced by ones that do as a case says.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { projectWith } from './support/project.ts'

/** `make` as CI calls it: a target, and where to write the results. */
const make = (cases: string) => `#!/bin/bash
results=\${2##*--output-file=}
case $1 in
  ${cases}
  nodes|lint) ;;
  *) echo "# { total: 2, pass: 2 }" >"$results" ;;
esac
`

/** Everything that CI looks for, as if it was installed. */
const INSTALLED =
  'redis-server nginx curl rclone prometheus buildah docker-compose minisign chromium wget aria2c http varnishd systemd-analyze apt-get'
const PYTHON_PACKAGES = 'cachecontrol pandas requests requests_cache'

async function runCi(t: Test, cases: string) {
  const { root, run } = projectWith(t, {})
  const programs = join(root, 'programs')
  mkdirSync(programs)
  const texts = INSTALLED.split(' ').map((name) => [name, '#!/bin/sh\n'])
  for (const [name = '', text = ''] of [...texts, ['make', make(cases)]]) {
    writeFileSync(join(programs, name), text)
    chmodSync(join(programs, name), 0o755)
  }
  for (const name of PYTHON_PACKAGES.split(' ')) writeFileSync(join(programs, `${name}.py`), '')
  return run('.ci/run', [], { PATH: `${programs}:${process.env.PATH}`, PYTHONPATH: programs })
}

t.test('a run in which all tests pass ends with 0', async (t) => {
  t.match(await runCi(t, ''), { code: 0, stdout: '10 passed, 0 failed, 0 skipped' })
})

const totals = (text: string) => `echo "# { ${text} }" >"$results"`

const FAILING = {
  'the linter fails': 'lint) exit 2 ;;',
  'a target fails': `test-long) ${totals('total: 2, pass: 2')}; exit 2 ;;`,
  'a target fails, and the last one passes': `test) ${totals('total: 2, pass: 1, fail: 1')}; exit 2 ;;`,
  'a test failed, though the target says nothing': `test) ${totals('total: 2, pass: 1, fail: 1')} ;;`,
  'a target wrote no results': 'test-node-24) ;;',
  'a target has no end of its results': 'test-node-24) echo "ok 1" >"$results" ;;',
  'a target ran no test': `test) ${totals('total: 0, pass: 0')} ;;`,
  'a test was skipped': `test) ${totals('total: 2, pass: 1, skip: 1')} ;;`,
}

for (const [what, cases] of Object.entries(FAILING))
  t.test(`it fails if ${what}`, async (t) => {
    const { code, stdout, stderr } = await runCi(t, cases)
    t.ok(code, stdout + stderr)
  })
