// A real Chromium, headless, as its package of the distribution installs it.

import { spawnSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'

const program = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
)

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutChromium: string | false =
  program !== undefined || process.env.CI === 'true' ? false : 'chromium is not installed'

/** Starts a browser, once for a file, since it takes a second. It ends with the test, or with the process of the test. */
export async function startChromium(t: Test): Promise<Browser> {
  const path = spawnSync('which', [program ?? 'chromium'], { encoding: 'utf8' }).stdout.trim()
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  return browser
}

export interface Tab {
  page: Page
  /** All errors that the browser reported: of scripts, of the policy, of loading. */
  complaints: string[]
}

/** A tab with a separate profile. */
export async function openTab(browser: Browser, t: Test, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options)
  t.teardown(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return { page, complaints }
}
