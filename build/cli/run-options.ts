// The options of `run`.

import type { Command, Option } from '../../lib/command-line/cli-options.ts'
import { SIGN, TRUST } from './signing-options.ts'

/** When an issuer counts as broken, and what happens to its offers then. */
export const BROKEN_OPTIONS: readonly Option[] = [
  {
    name: 'max-rejected',
    value: 'N|P%',
    default: '5%',
    about:
      "How many of an issuer's records may be rejected before it counts as broken: a number, or a percentage, which a single bad record never exceeds.",
  },
  {
    name: 'on-broken',
    value: 'WORD[:ISSUER]',
    default: 'keep',
    repeatable: true,
    about:
      'What happens to the missing offers of a broken issuer: keep (they are kept as last known), accept (they are withdrawn), refuse (nothing is published). Given again with an issuer, it applies to that one.',
  },
  {
    name: 'keep-days',
    value: 'N',
    default: '7',
    about:
      'For how many days in a row an offer is kept as last known while its record is missing or rejected.',
  },
]

export const RUN: Command = {
  name: 'run',
  about: 'Builds a release from a source folder and publishes it. An unchanged source publishes nothing.',
  options: [
    { name: 'source', value: 'DIR', about: 'The source folder.' },
    { name: 'out', value: 'DIR', about: 'The output folder, which the gateway reads.' },
    {
      name: 'as-of',
      value: 'MOMENT|now',
      about:
        'The moment that the data refers to, e.g. 2026-08-22T10:00:00Z, or a day; without it, `data_as_of` of catalogue.json.',
    },
    {
      name: 'previous',
      value: 'DIR|FILE',
      about:
        'What the build continues: another output folder, or the memory.gz of a release; without it, the current release of the output folder.',
    },
    ...BROKEN_OPTIONS,
    SIGN,
    {
      ...TRUST,
      about:
        'A public key, or its file: what the build continues must be signed with it. Given again, one of them is enough.',
    },
    {
      name: 'threads',
      value: 'N',
      about: 'The number of worker threads; without it, one for each core, but no more than 6. 0 uses none.',
    },
    { name: 'json', about: 'Prints the summary as JSON.' },
    { name: 'summary', value: 'FILE', about: 'Writes the summary to a file as well, as Markdown.' },
    {
      name: 'metrics',
      value: 'FILE',
      about:
        'Writes how the build went for Prometheus, as a text file of node_exporter, whether it publishes or not.',
    },
    {
      name: 'rejects',
      value: 'FILE',
      about:
        'Where rejected records are written as NDJSON; without it, .build/rejects.ndjson in the output folder.',
    },
    { name: 'quiet', about: 'Shows no progress.' },
  ],
  examples: [
    'run --source my/source --out my/public-out',
    'run --source my/source --out my/public-out --on-broken accept:banco-x',
  ],
}
