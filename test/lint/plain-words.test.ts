// Keeps the commonest relapses into odd English out of comments, messages, titles of tests and docs.

import t from 'tap'
import { read, trackedFiles } from '../docs/support/pages.ts'

/** Each odd phrase with what a colleague would write. */
const ODD: Readonly<Record<string, string>> = {
  'told|tells?': 'report, list, show, name, print, distinguish',
  beside: 'next to, with, in addition to',
  'of (?:its|his|her|their) own': 'its own X, separate, or nothing',
  'whoever|whomever': 'anyone who; or name the person: the operator, the caller',
  'so many': 'this many, at most N',
  // `as nobody` and `user nobody` are the Unix user.
  '(?<!\\b(?:as|user) )nobody': 'no one, or say what does not happen',
  anew: 'again',
  'for ever': 'permanently, without end, or nothing',
  'can not': 'cannot',
}

const CODE = /\.(?:ts|mjs|sh|ya?ml|service|timer|conf|grit)$|(?:^|\/)(?:Makefile|Containerfile|run)$/
const PAGE = /\.md$/
/** Generated files, and the texts of licences. */
const NOT_OURS = /^(?:bench\/results\.md|docs\/schema\/|packaging\/licences\/)/
const THIS_FILE = 'test/lint/plain-words.test.ts'

const files = trackedFiles()
  .filter((file) => (CODE.test(file) || PAGE.test(file)) && !NOT_OURS.test(file) && file !== THIS_FILE)
  .map((file) => ({ file, text: read(file) }))

/** `<path>:<line>: <text>` of a place in a file. */
function placeAt({ file, text }: { file: string; text: string }, index: number): string {
  const before = text.slice(0, index).split('\n')
  return `${file}:${before.length}: ${text.split('\n')[before.length - 1]?.trim()}`
}

t.ok(files.length > 900, 'the tracked files are found')

t.test('no file has a phrase that is odd English', async (t) => {
  for (const [odd, instead] of Object.entries(ODD)) {
    // A phrase may go on in the next line of a comment.
    const phrase = new RegExp(`\\b(?:${odd.replaceAll(/(?<!\)) /g, '[\\s*/#]+')})\\b`, 'gi')
    const found = files.flatMap((each) =>
      Array.from(each.text.matchAll(phrase))
        // TELL marks a question in the notes of a mapping.
        .filter(([words]) => words !== 'TELL')
        .map(({ index }) => placeAt(each, index)),
    )
    t.same(found, [], `write instead: ${instead}`)
  }
})

t.test('no test title begins with what, who, whose or which', async (t) => {
  const title = /\btest\(\s*['"`](?:what|who|whose|which)\b/gi
  const found = files.flatMap((each) =>
    Array.from(each.text.matchAll(title), ({ index, 0: { length } }) => placeAt(each, index + length)),
  )
  t.same(found, [], 'write: subject, verb, object')
})

/** The texts of the comments of a program, the lines of each joined. */
function commentsOf(source: string): string[] {
  const comments =
    source.match(/(?:^[ \t]*(?:\/\/|\/\*\*|\*(?!\/)|#).*\n?)+|(?<=\S.*) (?:\/\/|#) .*$/gm) ?? []
  return comments.map((text) => text.replaceAll(/^[ \t]*(?:\/\/|\/\*\*|\*(?!\/)|#)|\*\/\s*$/gm, ''))
}

/** The paragraphs, list items and cells of a page. Headings, also those of columns, may be questions without a mark. */
function paragraphsOf(page: string): string[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```|^#.*|^\|.*\n(?=\|-)/gm, '')
  return prose.split(/\n\s*\n|\||^\s*(?:[-*]|\d+\.) /m)
}

/** The sentences of a text. Code spans are left out, since their words are names. */
function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/`[^`]*`/g, '`…`')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?:]) /)
    .map((each) => each.trim())
}

t.test('no statement begins with What, Who, Whose or Which', async (t) => {
  const all = files.flatMap(({ file, text }) => {
    const texts = PAGE.test(file) ? paragraphsOf(text) : commentsOf(text)
    return texts.flatMap(sentencesOf).map((sentence) => ({ file, sentence }))
  })
  t.ok(all.length > 5_000, 'sentences are found')
  const found = all.filter(({ sentence }) => /^(?:What|Who|Whose|Which)\b(?!.*\?$)/.test(sentence))
  t.same(
    found.map(({ file, sentence }) => `${file}: ${sentence}`),
    [],
    'write: subject, verb, object',
  )
})
