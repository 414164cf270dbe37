// The types in the package, which another program than TypeScript writes, say what TypeScript would.

import { readdirSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { read } from '../docs/support/pages.ts'
import { clientProgram } from '../helpers/processes.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const compilerOptions = { isolatedDeclarations: true, target: ts.ScriptTarget.ES2023 }
const IGNORED = new Set([
  ts.SyntaxKind.WhitespaceTrivia,
  ts.SyntaxKind.NewLineTrivia,
  // TypeScript leaves it out of types.
  ts.SyntaxKind.OverrideKeyword,
])

/** Its words and comments without their layout: spaces, kind of quotes, a comma or semicolon before an end. */
function wordsOf(text: string): string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2023, false, ts.LanguageVariant.Standard, text)
  const words: string[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (IGNORED.has(kind)) continue
    if (kind === ts.SyntaxKind.CloseBraceToken && /^[,;]$/.test(words.at(-1) ?? '')) words.pop()
    const isText = kind === ts.SyntaxKind.StringLiteral
    words.push(isText ? `text ${scanner.getTokenValue()}` : scanner.getTokenText().replace(/\n\s*/g, '\n'))
  }
  return words
}

t.test('each file of types has the words and comments of the one that TypeScript writes', async (t) => {
  clientProgram()
  const types = readdirSync('client/dist/types', { recursive: true, encoding: 'utf8' })
  const files = types.filter((path) => path.endsWith('.d.ts'))
  t.ok(files.length > 20, `${files.length} files`)
  for (const file of files) {
    const source = file.replace(/\.d\.ts$/, '.ts')
    const { outputText } = ts.transpileDeclaration(read(`client/${source}`), {
      fileName: source,
      compilerOptions,
    })
    const expected = outputText.replace(/(from '\.[^'\n]*)\.ts'/g, "$1.js'")
    t.strictSame(wordsOf(read(`client/dist/types/${file}`)), wordsOf(expected), file)
  }
})
