// The sources of the programs as syntax trees, for tests of rules for all of them.

import ts from 'typescript'
import { read, trackedFiles } from '../docs/support/pages.ts'

/** The shipped sources: everything except tests and benchmarks. */
export function programSources(): string[] {
  return trackedFiles().filter((path) => /\.m?ts$/.test(path) && !/^(?:test|bench)\//.test(path))
}

/** A place in a file, for messages. */
export interface Place {
  file: string
  line: number
}

/** Calls `visit` with every node of a file, outer ones first. */
export function visitNodes(file: string, visit: (node: ts.Node, place: Place) => void): void {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const walk = (node: ts.Node): void => {
    visit(node, { file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
    ts.forEachChild(node, walk)
  }
  walk(source)
}
