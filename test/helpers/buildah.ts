// Container images without a registry and without a daemon: buildah, and base images of Debian's packages and the npm
// package `node`.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Finished, runToEnd } from './child-processes.ts'
import { OTHER_NODES } from './node-versions.ts'

const node = OTHER_NODES.find(({ version }) => version === '22')

/** For the `skip` option of a test. On CI nothing is skipped: there the test fails instead. */
export const withoutBuildah: string | false = reasonToSkip()

function reasonToSkip(): string | false {
  if (process.env.CI === 'true') return false
  if (process.getuid?.() !== 0) return 'images are built as root here'
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed'
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get'
  return node?.skip ?? 'Node 22 is not among those that tests run on'
}

/** The libraries that Node is linked with. */
const DEBIAN_PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6']

export interface Buildah {
  /** The program with the options that name its store, for make. */
  command: string
  /** @throws if it does not end with 0 */
  run(...args: string[]): Promise<Finished>
  /** Makes an image of the content of a folder, for a kind of processor. Returns its name. */
  imageOf(folder: string, architecture: string): Promise<string>
}

/** buildah with a temporary store. */
export function startBuildah(t: Test): Buildah {
  const folder = mkdtempSync(join(tmpdir(), 'offers-images-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const run = (...args: string[]) => must('buildah', [...store, ...args])
  const imageOf = async (root: string, architecture: string) => {
    const name = `localhost/base-${architecture}`
    const file = join(folder, 'Containerfile')
    writeFileSync(file, 'FROM scratch\nCOPY . /\n')
    const built = ['--isolation', 'chroot', '--timestamp', '0', '--platform', `linux/${architecture}`]
    await run('bud', ...built, '--tag', name, '--file', file, root)
    return name
  }
  return { command: ['buildah', ...store].join(' '), run, imageOf }
}

/** Fills an empty folder with Node and the libraries of Debian that it needs. The folder has no shell. */
export async function fillWithNode(root: string): Promise<void> {
  if (!node) throw new Error('Node 22 is not among those that tests run on')
  const packages = `${root}-packages`
  for (const each of [packages, join(root, 'usr/bin'), join(root, 'tmp')])
    mkdirSync(each, { recursive: true })
  const download = () => runToEnd('apt-get', ['download', '-qq', ...DEBIAN_PACKAGES], { cwd: packages })
  if ((await download()).code !== 0) {
    await must('apt-get', ['update', '-qq'])
    await download()
  }
  const files = readdirSync(packages)
  if (files.length < DEBIAN_PACKAGES.length) throw new Error(`only ${files.join(', ')} could be downloaded`)
  for (const file of files) await must('dpkg', ['-x', join(packages, file), root])
  copyFileSync(node.path, join(root, 'usr/bin/node'))
}

async function must(file: string, args: readonly string[]): Promise<Finished> {
  const ended = await runToEnd(file, args)
  if (ended.code !== 0) throw new Error(`${file} ${args.join(' ')}: ${ended.stdout}${ended.stderr}`)
  return ended
}
