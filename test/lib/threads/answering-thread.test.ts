import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runToEnd } from '../../helpers/child-processes.ts'

t.test('a thread that was never asked does not keep the process running', async (t) => {
  const loader = fileURLToPath(new URL('../../helpers/typescript/register.mjs', import.meta.url))
  const program = fileURLToPath(new URL('support/unasked-thread.ts', import.meta.url))
  t.match(await runToEnd(process.execPath, ['--import', loader, program]), { code: 0 })
})
