// The examples in docstrings compile, each as a module next to its file.

import { dirname, join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { ROOT, read, trackedFiles } from './support/pages.ts'

t.setTimeout(BUSY_MS)

/** The sources of the client package, by the names of its modules. */
const PACKAGES = {
  '@offers-catalogue/client': [join(ROOT, 'client/index.ts')],
  '@offers-catalogue/client/mirror': [join(ROOT, 'client/mirror/index.ts')],
  '@offers-catalogue/client/node': [join(ROOT, 'client/node/index.ts')],
}

const GENERATED = 'client/api/description.ts'

interface Example {
  file: string
  code: string
}

const examples = trackedFiles()
  .filter(
    (file) => /^(?:build|client|contract|gateway|home|import|lib)\/.*\.ts$/.test(file) && file !== GENERATED,
  )
  .flatMap(examplesIn)

function examplesIn(file: string): Example[] {
  const found = read(file).matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?@example[\s\S]*?)\*\//g)
  return [...found].map(([, comment = '']) => {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
    const first = lines.findIndex((line) => line.startsWith('@example')) + 1
    const length = lines.slice(first).findIndex((line) => /^@\w/.test(line))
    const code = lines.slice(first, length < 0 ? undefined : first + length)
    return { file, code: code.filter((line) => !line.startsWith('```')).join('\n') }
  })
}

/** The path of the module that an example becomes. It is only in memory. */
const moduleOf = ({ file }: Example, index: number) => join(ROOT, dirname(file), `example-${index}.ts`)

/** The errors of the compiler, with their files. */
function compile(): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const host = ts.createCompilerHost(options)
  const modules = new Map(
    examples.map((example, index) => [moduleOf(example, index), `${example.code}\nexport {}\n`]),
  )
  const readFile = host.readFile.bind(host)
  const fileExists = host.fileExists.bind(host)
  host.readFile = (path) => modules.get(path) ?? readFile(path)
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path)
    if (text === undefined) return undefined
    const target = typeof version === 'object' ? version : { languageVersion: version }
    // Types of TypeScript do not depend on docstrings, and reading these takes long.
    return ts.createSourceFile(path, text, { ...target, jsDocParsingMode: ts.JSDocParsingMode.ParseNone })
  }
  const program = ts.createProgram(
    [...modules.keys()],
    { ...options, paths: PACKAGES, noUnusedLocals: false },
    host,
  )
  return [...modules.keys()].flatMap((path, index) => {
    const source = program.getSourceFile(path)
    return ts
      .getPreEmitDiagnostics(program, source)
      .filter((each) => each.file === source)
      .map((each) => `${examples[index]?.file}: ${ts.flattenDiagnosticMessageText(each.messageText, '\n')}`)
  })
}

t.test('examples compile', async (t) => {
  t.ok(examples.length > 3, 'there are some')
  t.same(compile(), [])
})
