// The options of `run`.

import type { Command } from '../../contract/lib/cli-options.ts'

export const RUN: Command = {
  name: 'run',
  about: 'Builds a release from a source folder and publishes it. An unchanged source publishes nothing.',
  options: [
    { name: 'source', value: 'DIR', about: 'The source folder.' },
    { name: 'out', value: 'DIR', about: 'The output folder, which the gateway reads.' },
    {
      name: 'as-of',
      value: 'ISO',
      about: 'The moment that the data refers to; without it, `data_as_of` of catalogue.json.',
    },
    {
      name: 'previous',
      value: 'DIR|FILE',
      about:
        'What the build continues: another output folder, or the memory.gz of a release; without it, the current release of the output folder.',
    },
    {
      name: 'max-rejected',
      value: 'N|P%',
      default: '5%',
      about: 'How many records may be rejected, as a number or a percentage, before the build is refused.',
    },
    {
      name: 'on-shrink',
      value: 'WORD[:ISSUER]',
      default: 'refuse',
      repeatable: true,
      about:
        'What to do where an issuer with 10 offers or more loses more than half of them: refuse, keep (as last known), accept. Given again with an issuer, it holds for that one.',
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
}
