import t from 'tap'
import { entityTag, ifMatchHolds, matchingTag } from '../../../gateway/http/entity-tags.ts'

const digest = '0123456789abcdef'.repeat(4)
const identity = entityTag(digest, 'identity')
const gzip = entityTag(digest, 'gzip')
const tags = [gzip, identity]

t.test('codings differ in their tags', async (t) => {
  t.equal(identity, '"0123456789abcdef0123456789abcdef"')
  t.equal(gzip, '"0123456789abcdef0123456789abcdef-gzip"')
})

t.test('If-None-Match matches a tag in all forms of the RFC', async (t) => {
  const cases: [field: string, tag: string][] = [
    [identity, identity],
    [gzip, gzip],
    [`W/${identity}`, identity],
    ['*', gzip],
    [' * ', gzip],
    [`"x", ${identity}`, identity],
    [`"x",${identity},"y"`, identity],
    [`"a,b", W/"c" , ${gzip}`, gzip],
    [`"",${identity}`, identity],
    [`,, ,${identity}`, identity],
    [`"\u00e9,", ${identity}`, identity],
  ]
  for (const [field, tag] of cases) t.equal(matchingTag(field, tags), tag, field)
})

t.test('no other form matches', async (t) => {
  const fields = [
    '',
    ',',
    '"x"',
    identity.slice(1, -1),
    identity.slice(0, -1),
    `w/${identity}`,
    `"a${identity}`,
    `"a, ${identity.slice(1, -1)}, b"`,
    `"x" ${identity}`,
    `x, ${identity}`,
    '"*"',
    '**',
  ]
  for (const field of fields) t.equal(matchingTag(field, tags), undefined, field)
})

t.test('a comma inside a tag is part of the tag', async (t) => {
  t.equal(matchingTag('"a,b"', ['"a,b"']), '"a,b"')
  t.equal(matchingTag('"a,b"', ['"a"']), undefined)
  t.equal(matchingTag('"x,"y""', ['"y"']), undefined)
})

t.test('If-Match holds if it is absent, empty, *, or names the tag, compared strongly', async (t) => {
  for (const field of [
    undefined,
    '',
    ' ',
    '*',
    ' * ',
    identity,
    `"x", ${identity}`,
    `W/"x",${identity} ,"y"`,
  ])
    t.ok(ifMatchHolds(field, identity), String(field))
  for (const field of ['"x"', gzip, `W/${identity}`, `"a${identity}`, identity.slice(1, -1), '"*"'])
    t.notOk(ifMatchHolds(field, identity), field)
})
