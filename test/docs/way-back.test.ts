// The way back to version 0.3, whose unit takes no sign of life: production.md, "Back to 0.3".

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'
import { blockOf, read } from './support/pages.ts'
import { settingsOf } from './support/units.ts'

const PAGE = 'docs/production.md'
const UNIT = 'offers-gateway@.service'

const present = read(`deploy/systemd/${UNIT}`)
const earlier = read(`fixtures/earlier/units-0.3/${UNIT}`)

/** What systemd uses of a setting: of several values the last. */
const effective = (name: string, ...texts: string[]) => settingsOf(texts.join('\n'), name).at(-1)

t.test('a gateway that still runs may report to systemd under the unit of 0.3', async (t) => {
  t.ok(effective('WatchdogSec', present), 'systemd kills a running gateway that it does not hear')
  t.equal(effective('NotifyAccess', earlier), undefined, 'and would not hear it')

  const root = t.testdir({})
  const block = blockOf(PAGE, `run/systemd/system/${UNIT}.d`).replaceAll(' /run/', ` ${root}/run/`)
  t.match(await runToEnd('bash', ['-euc', block]), { code: 0, stderr: '' })
  // systemd.unit(5): files of this folder, with this ending, are read after the unit.
  const folder = join(root, `run/systemd/system/${UNIT}.d`)
  t.ok(existsSync(folder))
  const files = readdirSync(folder).filter((file) => file.endsWith('.conf'))
  t.equal(files.length, 1)
  const added = readFileSync(join(folder, files[0] ?? ''), 'utf8')
  t.equal(effective('NotifyAccess', earlier, added), effective('NotifyAccess', present))
  t.equal(added, `[Service]\nNotifyAccess=${effective('NotifyAccess', present)}\n`, 'it sets nothing else')
  t.equal(
    effective('WatchdogSec', earlier, added),
    undefined,
    '0.3 reports nothing, and is not killed for it',
  )
})

t.test('the page gives this before the unit of 0.3 replaces that of the running gateways', async (t) => {
  const [, section = ''] = read(PAGE).split(/^### Back to 0\.3$/m)
  const setting = section.indexOf(`${UNIT}.d/`)
  t.ok(setting > 0)
  t.ok(setting < section.indexOf('offers-catalogue-0.3.0.tgz'))
})
