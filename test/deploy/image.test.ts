// The container image, built as for a release, and run as by a container runtime: as its user, on a root that is
// read-only.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import packageFacts from '../../package.json' with { type: 'json' }
import { records, writeSource } from '../build/support/source.ts'
import { ROOT } from '../docs/support/pages.ts'
import { type Buildah, fillWithNode, startBuildah, withoutBuildah } from '../helpers/buildah.ts'
import { runToEnd, startChild } from '../helpers/child-processes.ts'
import { freePort } from '../helpers/free-port.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(LONG_MS)

interface Making {
  buildah: Buildah
  /** The image of Node that it is built on, whose name ends with the kind of processor. */
  base: string
  folder: string
  /** Targets that make must not run again, e.g. `package`. */
  done?: string[]
}

/** Runs a target that makes an image, into a folder. Returns the name of the image. */
async function makeImage(
  t: Test,
  target: string,
  { buildah, base, folder, done = [] }: Making,
): Promise<string> {
  const architecture = base.replace(/.*-/, '')
  const image = `localhost/offers-catalogue:${architecture}`
  const variables = {
    ARCH: architecture,
    BUILDAH: buildah.command,
    IMAGE: image,
    NODE_IMAGE: base,
    RELEASE: folder,
  }
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const skipped = done.flatMap((each) => ['-o', each])
  const { code, stdout, stderr } = await runToEnd('make', [target, ...skipped, ...given], { cwd: ROOT })
  t.equal(code, 0, `make ${target} for ${architecture}: ${code === 0 ? '' : stdout + stderr}`)
  return image
}

interface ImageConfig {
  User: string
  Env: string[]
  Cmd: string[]
  Entrypoint: string[]
  WorkingDir: string
  ExposedPorts: Record<string, object>
  Healthcheck: { Test: string[] }
  Labels: Record<string, string>
  StopSignal: string
}

interface Inspected {
  config: ImageConfig
  architecture: string
  rootfs: { diff_ids: string[] }
}

async function inspect(buildah: Buildah, image: string): Promise<Inspected> {
  const { stdout } = await buildah.run('inspect', '--type', 'image', image)
  return JSON.parse(stdout).Docker
}

/** The part of an image that does not depend on the time, the place and the buildah of its build. */
function lasting({ config, rootfs, architecture }: Inspected): object {
  // Docker's form names the container that built the image.
  return { config: { ...config, Hostname: '' }, rootfs, architecture }
}

/**
 * A shell script that makes a folder the root, which is read-only except for one folder, and runs the rest there.
 * NODE_OPTIONS is what the runner of tests sets: the files that it names are not in the image.
 */
const ENTER = `set -e; unset NODE_OPTIONS; root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount --bind "$data" "$root/srv/offers"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" "$@"`

t.test('the image', { skip: withoutBuildah }, async (t) => {
  const folders = t.testdir({ release: {}, base: {}, other: { usr: { bin: {} } }, data: {} })
  const folder = join(folders, 'release')
  const buildah = startBuildah(t)
  await fillWithNode(join(folders, 'base'))
  const base = await buildah.imageOf(join(folders, 'base'), 'amd64')
  const image = await makeImage(t, 'image', { buildah, base, folder })
  const inspected = await inspect(buildah, image)
  const { config } = inspected
  // A small image for what can be seen without running it: the one with Node would be copied ten times.
  writeFileSync(join(folders, 'other/usr/bin/node'), 'of another machine')
  const small = await buildah.imageOf(join(folders, 'other'), 'arm64')
  const onSmall = { buildah, base: small, folder, done: ['package'] }

  await t.test('names its user, title, licence and version, and its health check', async (t) => {
    t.match(config, {
      User: /^[1-9]\d*:[1-9]\d*$/,
      WorkingDir: '/app',
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': String,
        'org.opencontainers.image.licenses': packageFacts.license,
        'org.opencontainers.image.version': packageFacts.version,
      },
      Healthcheck: { Test: ['CMD', 'node'] },
    })
    t.same(config.Entrypoint ?? [], [])
    t.same(Object.keys(config.ExposedPorts), ['8080/tcp'], 'the admin port is not exposed')
  })

  let other: Inspected | undefined
  await t.test('is built for another kind of processor without running its programs', async (t) => {
    other = await inspect(buildah, await makeImage(t, 'image-archive', onSmall))
    t.equal(other.architecture, 'arm64')
    t.equal(
      other.rootfs.diff_ids.at(-1),
      inspected.rootfs.diff_ids.at(-1),
      'with the same programs as the first',
    )
  })

  await t.test('is written in the form that Docker loads', async (t) => {
    const archive = join(folder, `offers-catalogue-${packageFacts.version}-arm64.tar.gz`)
    const { stdout } = await runToEnd('tar', ['-xzOf', archive, 'manifest.json'])
    t.match(JSON.parse(stdout), [{ RepoTags: [`offers-catalogue:${packageFacts.version}`] }])
  })

  await t.test('has the same layers and settings when it is built again', async (t) => {
    const again = await inspect(buildah, await makeImage(t, 'image', onSmall))
    t.ok(other)
    t.strictSame(lasting(again), other && lasting(other))
  })

  await t.test('builds and serves as user nobody, on a read-only root', async (t) => {
    const container = (await buildah.run('from', image)).stdout.trim()
    const root = (await buildah.run('mount', container)).stdout.trim()
    t.notOk(existsSync(join(root, 'bin/sh')), 'not even a shell is needed')
    const data = join(folders, 'data')
    writeSource(join(data, 'source'), { offers: records(5) })
    mkdirSync(join(data, 'public-out'))
    publishTinyRelease(join(data, 'public-out'))
    await runToEnd('chown', ['-R', config.User, data])

    const [port, admin] = [await freePort(), await freePort()]
    const of = (settings: readonly string[]) =>
      Object.fromEntries(settings.map((each) => /^([^=]*)=(.*)$/s.exec(each)?.slice(1) ?? []))
    const env = {
      ...of(config.Env),
      OFFERS_PORT: String(port),
      OFFERS_ADMIN_PORT: String(admin),
      OFFERS_PUBLIC: '/srv/offers/public-out',
      OFFERS_KEYS: '/srv/offers/keys',
    }
    const enter = (words: readonly string[], user = config.User): [string, string[]] => [
      '/usr/bin/unshare',
      ['--mount', '--', '/bin/bash', '-c', ENTER, 'enter', root, data, user, ...words],
    ]
    const inside = (words: readonly string[], user?: string) => runToEnd(...enter(words, user), { env })

    const write = ['node', '-e', 'require("node:fs").writeFileSync("/app/x", "")']
    t.match((await inside(write)).stderr, /EROFS|EACCES/, 'nothing can be written')
    t.match((await inside(write, '0:0')).stderr, /EROFS/, 'nor by root')
    t.match(await inside(['node', '-p', 'process.getuid()']), { stdout: `${config.User.split(':')[0]}\n` })
    const run = [
      'node',
      '/app/build.mjs',
      'run',
      '--source',
      '/srv/offers/source',
      '--out',
      '/srv/offers/built',
    ]
    const built = await inside(run)
    t.match(built, { code: 0, stdout: /^Published /m }, built.stderr)
    t.match(await inside(['node', '/app/gateway.mjs', 'keys', 'init']), { code: 0 })

    const began = performance.now()
    const gateway = startChild(...enter(config.Cmd), { env, stdio: 'ignore' })
    t.teardown(() => gateway.kill('SIGKILL'))
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/beta/openapi.json`).then(
        ({ status }) => status,
        () => 0,
      )
    await until('it answers', async () => (await ask()) === 200)
    // No test checks how long that takes, because it depends on the machine: on an idle one less than a second.
    t.comment(`answered ${Math.round(performance.now() - began)} ms after it was started`)

    const [, ...health] = config.Healthcheck.Test
    t.match(await inside(health), { code: 0 }, 'its health check passes')
    const ended = new Promise((resolve) => gateway.once('exit', resolve))
    gateway.kill('SIGTERM')
    t.equal(await ended, 0, 'it stops when asked')
    t.match(await inside(health), { code: 1 }, 'its health check fails then')
    await buildah.run('umount', container)
  })
})
