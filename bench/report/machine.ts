// On what the figures were found.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { CONNECTIONS, generator } from '../load/load.ts'
import { BENCH } from '../support/paths.ts'
import { canPin, isInstalled } from '../support/run.ts'

export function machineText(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `- ${cpus().length} × ${first?.model.trim()}, ${memory} GiB of memory, ${type()}`,
    `- Node ${process.versions.node}; ${packages().join(', ')}${nginxVersion()}`,
    `- load by ${generator}, one thread, ${CONNECTIONS} connections, keep-alive, 20 000 keys in turn`,
    canPin ? '- servers pinned to core 0, load to core 1' : '- nothing is pinned to a core',
    `- load average at the end: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')}`,
  ].join('\n')
}

function packages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(BENCH, 'package.json'), 'utf8'))
  return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`)
}

function nginxVersion(): string {
  if (!isInstalled('nginx')) return '; nginx is not installed'
  const text = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
  return `, nginx ${/nginx\/([\d.]+)/.exec(text)?.[1]}`
}
