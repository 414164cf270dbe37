// docs/architecture.md names the steps of a request as their files are named, in their order.

import t from 'tap'
import { isThere, read } from './support/pages.ts'

t.test('each step of the gateway has a file of its name, and stands in app.ts in this order', async (t) => {
  const [line = ''] = /^[a-z-]+(?: → [a-z-]+)+$/m.exec(read('docs/architecture.md')) ?? []
  const steps = line.split(' → ')
  for (const step of steps) t.ok(isThere(`gateway/middlewares/${step}.ts`), step)
  const names = steps.map((step) => step.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()))
  const [, mounted = ''] = read('gateway/app.ts').split('mount(app, [')
  const called = Array.from(mounted.matchAll(/^ {4}(\w+)\b/gm), ([, name = '']) => name)
  t.strictSame(called, names)
})
