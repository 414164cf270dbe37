// The pages of the repository, split into the parts that tests check: code, links, words.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A file of the repository as text. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export function isThere(path: string): boolean {
  return existsSync(join(ROOT, path))
}

/** Code spans on one line, without code blocks. */
export function codeSpans(markdown: string): string[] {
  return Array.from(withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
}

/** The contents of fenced blocks. */
export function codeBlocks(markdown: string): string[] {
  return Array.from(markdown.matchAll(BLOCK), ([, code = '']) => code)
}

/** The first block of a page that holds a text. */
export function blockOf(page: string, text: string): string {
  const found = codeBlocks(read(page)).find((block) => block.includes(text))
  if (found === undefined) throw new Error(`no block of ${page} holds ${text}`)
  return found
}

/** Code of both kinds, one piece each. Readers type, read or name it exactly so. */
export function codeOf(markdown: string): string[] {
  return [...codeSpans(markdown), ...codeBlocks(markdown)]
}

/** Code as single commands: blocks by line, continued lines joined. */
export function commandsIn(markdown: string): string[] {
  return codeOf(markdown).flatMap((code) => code.replaceAll('\\\n', ' ').split(/\n|&&|;/))
}

/** The targets of the links of a page, as they are written. */
export function linksOf(markdown: string): string[] {
  return Array.from(withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
}

/** The anchors that headings make, as GitHub names them. */
export function anchorsOf(markdown: string): string[] {
  return Array.from(withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** All files under version control that are in the working tree. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  return listed.split('\0').filter((path) => path !== '' && isThere(path))
}

/** The pages of the repository. Those of its packages are read by the tests of the packages. */
export const PAGES = trackedFiles().filter((file) =>
  /^(?:(?:docs|fixtures|\.github)\/.*|[^/]+)\.md$/.test(file),
)

/** Configurations that the pages show, and the workflows: they name options, variables and targets as well. */
export const CONFIGURATIONS = trackedFiles().filter((file) =>
  /^(?:docs|deploy|\.github)\/.*\.(?:ya?ml|conf|service|timer|sh)$/.test(file),
)

const BLOCK = /^```[a-z]*\n(.*?)^```$/gms

function withoutBlocks(markdown: string): string {
  return markdown.replace(BLOCK, '')
}
