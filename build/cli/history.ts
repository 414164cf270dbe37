// `history`: lists what an id named, release by release.

import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { alignTable } from '../../lib/text/align-table.ts'
import { type NamedSince, offerHistory } from '../releases/offer-history.ts'
import { OUT } from './options.ts'

/** Fails with `no-release` if no release of the folder knows the id, with `bad-release` if one is damaged. */
export const history = command({
  name: 'history',
  about:
    'Lists what an offer id named, release by release. Prints a line for each release of an output folder in which status, title, merchant or ref differ from the one before, oldest first.',
  operands: ['ID'],
  options: { out: OUT, json: { name: 'json', about: 'Print the list as JSON.' } },
  examples: ['history --out my/public-out off_27durf4fbt6ew2qa'],
  async run({ out, json, ...unused }, { stdout }, id = '') {
    unused satisfies NoUnusedOption
    const found = await offerHistory(out, id)
    if (found.length === 0) {
      throw new OperatorError(
        'no-release',
        `${out}: no release there knows ${id}; \`releases\` lists them, and \`prune\` removes old ones`,
      )
    }
    stdout.write(json ? prettyJson({ id, history: found }) : historyText(found))
  },
})

function historyText(found: readonly NamedSince[]): string {
  const rows = found.map((each) => [
    each.data_as_of,
    each.status ?? 'forgotten',
    each.issuer ?? '',
    JSON.stringify(each.title ?? ''),
    JSON.stringify(each.merchant ?? ''),
    refText(each),
  ])
  const table = alignTable([['data of', 'status', 'issuer', 'title', 'merchant', 'ref'], ...rows], 'llllll')
  return `${table.join('\n')}\n`
}

/** A release keeps only the refs that name another offer than the one whose id is made from them. */
function refText({ ref, former_refs: former }: NamedSince): string {
  const before = former.length > 0 ? `, before: ${former.join(', ')}` : ''
  return `${ref ?? 'the one that the id is made from'}${before}`
}
