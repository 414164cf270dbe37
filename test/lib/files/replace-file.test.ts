import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { replaceFile } from '../../../lib/files/replace-file.ts'

/** The real calls, each named in `calls` before it happens; those named in `broken` fail instead. */
function watched(broken = '') {
  const calls: string[] = []
  let [opened, closed] = [0, 0]
  const call = (name: string) => {
    calls.push(name)
    if (name === broken) throw new Error(`${name} failed`)
  }
  const watch = (file: FileHandle) =>
    new Proxy(file, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (name === 'writeFile' || name === 'sync') call(name)
          if (name === 'close') closed += 1
          return value.apply(target, given)
        }
      },
    })
  const files = {
    open: async (...given: Parameters<typeof open>) => {
      opened += 1
      return watch(await open(...given))
    },
    rename: async (...given: Parameters<typeof rename>) => {
      call('rename')
      await rename(...given)
    },
  }
  return { files, calls, stillOpen: () => opened - closed }
}

t.test('creates and replaces a file, and leaves no other file', async (t) => {
  const folder = t.testdir({})
  const path = join(folder, 'file')
  for (const content of ['one', 'two']) {
    await replaceFile(path, content)
    t.equal(readFileSync(path, 'utf8'), content)
  }
  t.same(readdirSync(folder), ['file'])
})

t.test('the content is flushed before the rename, and the folder after it', async (t) => {
  const { files, calls, stillOpen } = watched()
  await replaceFile(join(t.testdir({}), 'file'), 'new', { files })
  t.same(calls, ['writeFile', 'sync', 'rename', 'sync'])
  t.equal(stillOpen(), 0, 'and both are closed')
})

t.test('a failure before the rename leaves the old file, and the next attempt works', async (t) => {
  for (const broken of ['writeFile', 'sync', 'rename']) {
    const path = join(t.testdir({ file: 'old' }), 'file')
    const { files, stillOpen } = watched(broken)
    await t.rejects(replaceFile(path, 'new', { files }), { message: `${broken} failed` })
    t.equal(stillOpen(), 0, broken)
    t.equal(readFileSync(path, 'utf8'), 'old', broken)
    await replaceFile(path, 'new')
    t.equal(readFileSync(path, 'utf8'), 'new', broken)
  }
})

t.test('the new file is written where the caller says', async (t) => {
  const folder = t.testdir({ file: 'old', staging: {} })
  const aside = join(folder, 'staging', '1')
  await t.rejects(replaceFile(join(folder, 'file'), 'new', { temporaryPath: aside, ...watched('rename') }))
  t.equal(readFileSync(aside, 'utf8'), 'new')
  await replaceFile(join(folder, 'file'), 'newer', { temporaryPath: aside })
  t.same(readdirSync(folder).sort(), ['file', 'staging'])
  t.same(readdirSync(join(folder, 'staging')), [])
})

t.test('a new file has the requested mode', async (t) => {
  const path = join(t.testdir({}), 'file')
  await replaceFile(path, 'new', { mode: 0o600, preserve: true })
  t.equal(statSync(path).mode & 0o777, 0o600)
})

t.test('a file keeps its mode, and a link stays a link, if they are to be preserved', async (t) => {
  const folder = t.testdir({ file: 'old' })
  const [path, link] = [join(folder, 'file'), join(folder, 'link')]
  chmodSync(path, 0o640)
  symlinkSync('file', link)
  await replaceFile(link, 'new', { mode: 0o600, preserve: true })
  t.ok(lstatSync(link).isSymbolicLink())
  t.equal(readFileSync(path, 'utf8'), 'new')
  t.equal(statSync(path).mode & 0o777, 0o640)
  t.same(readdirSync(folder).sort(), ['file', 'link'])
  await replaceFile(link, 'other')
  t.notOk(lstatSync(link).isSymbolicLink(), 'otherwise the link is replaced')
  t.equal(readFileSync(path, 'utf8'), 'new')
})

t.test(
  'a file keeps its owner, if it is to be preserved',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const path = join(t.testdir({ file: 'old' }), 'file')
    chownSync(path, 1234, 4321)
    await replaceFile(path, 'new', { preserve: true })
    t.match(statSync(path), { uid: 1234, gid: 4321 })
  },
)
