// Starts a real nginx with a configuration of the documentation: the file itself, except for addresses and folders
// in it, which are replaced one by one. A replacement without a match is an error.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startChild } from './child-processes.ts'
import { withoutProgram } from './without-program.ts'

export interface NginxOptions {
  /** A file below deploy/nginx, e.g. `origin.conf`. */
  site: string
  /** Texts of the file, and their replacements. */
  replace: Readonly<Record<string, string>>
  /** An empty folder for logs and temporary files. */
  folder: string
  /** The text of a further site. */
  otherSite?: string
}

// The context of a configuration in conf.d, with the numbers of docs/production.md. nginx logs the headers of requests in the access log, so that tests can
// search for those that must not be there.
const MAIN = `
daemon off;
user root;
worker_processes 1;
worker_rlimit_nofile 20000;
pid nginx.pid;
error_log stderr notice;
events { worker_connections 20000; }
http {
    client_body_temp_path tmp/body;
    proxy_temp_path tmp/proxy;
    fastcgi_temp_path tmp/fastcgi;
    uwsgi_temp_path tmp/uwsgi;
    scgi_temp_path tmp/scgi;
    log_format seen escape=json '{"uri":"$request_uri","status":$status,"range":"$http_range",'
        '"authorization":"$http_authorization","cookie":"$http_cookie","user_agent":"$http_user_agent",'
        '"forwarded_for":"$http_x_forwarded_for","request_id":"$http_x_request_id"}';
    access_log logs/access.log seen;
    include site.conf;
}
`

export const withoutNginx = withoutProgram('nginx', '-v')

export class Nginx {
  readonly #folder: string
  #process: ChildProcess | undefined

  constructor({ site, replace, folder, otherSite = '' }: NginxOptions) {
    this.#folder = folder
    for (const each of ['logs', 'tmp']) mkdirSync(join(folder, each), { recursive: true })
    writeFileSync(join(folder, 'site.conf'), replaced(siteText(site), replace) + otherSite)
    writeFileSync(join(folder, 'nginx.conf'), MAIN)
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const args = ['-p', this.#folder, '-c', 'nginx.conf', '-e', 'stderr']
    const child = startChild('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#process = child
    const lines: string[] = []
    const { stderr } = child
    for await (const line of stderr ? createInterface({ input: stderr }) : []) {
      lines.push(line)
      if (!line.includes('start worker process ')) continue
      // A full pipe would block nginx.
      stderr?.resume()
      return
    }
    throw new Error(`nginx did not start:\n${lines.join('\n')}`)
  }

  /** Ends nginx, which breaks all connections. */
  async stop(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return
    this.#process = undefined
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** A line for each request, with the headers that `MAIN` names. It is complete once nginx has been stopped. */
  accessLog(): string {
    const path = join(this.#folder, 'logs/access.log')
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
}

/** The replacements with which `balancer.conf` listens on a port of the loopback, by IPv4 and IPv6. */
export function listeningAt(port: number): Record<string, string> {
  return {
    'listen 80 default_server': `listen 127.0.0.1:${port} default_server`,
    'listen [::]:80 default_server': `listen [::1]:${port} default_server`,
  }
}

function siteText(site: string): string {
  const text = readFileSync(new URL(`../../deploy/nginx/${site}`, import.meta.url), 'utf8')
  return text.replaceAll('/var/log/nginx/', 'logs/')
}

function replaced(text: string, replace: Readonly<Record<string, string>>): string {
  return Object.entries(replace).reduce((sofar, [from, to]) => {
    if (!sofar.includes(from)) throw new Error(`the configuration does not say: ${from}`)
    return sofar.replaceAll(from, to)
  }, text)
}
