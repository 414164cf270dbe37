import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PROBLEMS } from '../../../contract/api/problems.ts'

const GATEWAY = join(import.meta.dirname, '../../../gateway')

t.test('a source of the gateway sends each code', async (t) => {
  const sources = readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(GATEWAY, name), 'utf8'))
  for (const code of Object.keys(PROBLEMS))
    t.ok(
      sources.some((source) => source.includes(`'${code}'`)),
      code,
    )
})
