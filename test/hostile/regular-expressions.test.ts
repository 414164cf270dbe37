// Every regular expression of the programs takes linear time for any text: exponential ones hang a program on thirty
// characters, quadratic ones on a line of a megabyte. The check is an analysis, not a measurement, and covers literals,
// composed ones, and patterns of JSON Schemas.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import ts from 'typescript'
import { ROOT, read, trackedFiles } from '../docs/support/pages.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { analyse, flaw, keepLinear } from './support/linear-time.ts'

t.setTimeout(SLOW_MS)

// `make expressions` keeps those found linear; `inFull` analyses all again.
if (process.env.KEEP_EXPRESSIONS) t.teardown(keepLinear)

/** The shipped sources: everything except tests and benchmarks. */
function programSources(): string[] {
  return trackedFiles().filter((path) => /\.m?ts$/.test(path) && !/^(?:test|bench)\//.test(path))
}

/** A place in a file, for messages. */
interface Place {
  file: string
  line: number
}

/** Calls `visit` with every node of a file, outer ones first. */
function visitNodes(file: string, visit: (node: ts.Node, place: Place) => void): void {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const walk = (node: ts.Node): void => {
    visit(node, { file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    ts.forEachChild(node, walk)
  }
  walk(source)
}

interface Found {
  literals: { source: string; flags: string; place: Place }[]
  /** Composed from texts. */
  made: Place[]
  /** Patterns of schemas, and arguments of functions like `match`, that can't be read here. */
  unreadable: Place[]
}

function findAll(): Found {
  const found: Found = { literals: [], made: [], unreadable: [] }
  const constants = new Map<string, string>()
  const takeText = (node: ts.Node, place: Place, flags: string): void => {
    const text = ts.isStringLiteralLike(node) ? node.text : constants.get(node.getText())
    if (text !== undefined) found.literals.push({ source: text, flags, place })
    else if (!node.getText().endsWith('.source')) found.unreadable.push(place)
  }
  for (const file of programSources()) {
    constants.clear()
    visitNodes(file, (node, place) => {
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
        constants.set(node.name.getText(), node.initializer.text)
      } else if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        found.literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place })
      } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
        // ajv compiles them with this flag.
        takeText(node.initializer, place, 'u')
      } else if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        if (node.expression.getText() === 'RegExp') found.made.push(place)
        const [argument] = node.arguments ?? []
        if (argument && /\.(?:match|matchAll|search)$/.test(node.expression.getText())) {
          if (ts.isStringLiteralLike(argument)) takeText(argument, place, '')
        }
      }
    })
  }
  return found
}

const { literals, made, unreadable } = findAll()

t.test('the check separates good ones from bad ones', async (t) => {
  for (const bad of ['"(?:[^"\\\\]+|\\\\.)*"', '^(?:a|a)*$', '[^/@]*@', '\\s+$', '^a*[ab]*$']) {
    t.ok(analyse(bad, ''), bad)
  }
  for (const good of ['^a*$', '^[a-z0-9]+(?:-[a-z0-9]+)*$']) t.equal(analyse(good, ''), undefined)
})

t.test('literals and patterns of schemas take linear time', async (t) => {
  t.ok(literals.length > 40, 'they were found')
  const flaws = literals.flatMap(({ source, flags, place }) => {
    const flawed = flaw(source, flags)
    return flawed === undefined ? [] : [`${place.file}:${place.line}: ${flawed}`]
  })
  t.strictSame(flaws, [])
})

t.test('a pattern of a schema is a text, or the source of a regular expression', async (t) => {
  t.strictSame(unreadable, [])
})

t.test('composed expressions take linear time; each is made when its module is loaded', async (t) => {
  const making: { source: string; flags: string; stack: string }[] = []
  class Recording extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags)
      making.push({ source: this.source, flags: this.flags, stack: new Error('made').stack ?? '' })
    }
  }
  const { RegExp: plain } = globalThis
  t.teardown(() => Object.assign(globalThis, { RegExp: plain }))
  Object.assign(globalThis, { RegExp: Recording })
  const files = new Set(made.map(({ file }) => file))
  // With a query: other tests of this process may have loaded the module.
  for (const file of files) await import(`${pathToFileURL(join(ROOT, file)).href}?recorded`)
  Object.assign(globalThis, { RegExp: plain })
  for (const file of files) {
    const recorded = making.filter(({ stack }) => stack.includes(file))
    t.ok(recorded.length >= made.filter((each) => each.file === file).length, `${file}: all of them`)
    t.strictSame(
      recorded.flatMap(({ source, flags }) => flaw(source, flags) ?? []),
      [],
      file,
    )
  }
})
