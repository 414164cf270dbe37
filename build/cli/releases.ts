// `releases`: lists the releases of an output folder.

import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { alignTable } from '../../lib/text/align-table.ts'
import { formatBytes, formatCount } from '../../lib/text/format-numbers.ts'
import { countListedOffers, type DescribedRelease, describeReleases } from '../releases/list-releases.ts'
import { OUT } from './options.ts'

/** Fails with `no-release` if there is none, with `bad-release` if the pointer is damaged. */
export const releases = command({
  name: 'releases',
  about:
    'Lists the releases of an output folder, newest first. Shows their sizes, counts and broken issuers, and marks the current one.',
  options: { out: OUT, json: { name: 'json', about: 'Print the list as JSON.' } },
  examples: ['releases --out my/public-out', 'releases --out my/public-out --json'],
  async run({ out, json, ...unused }, { stdout }) {
    unused satisfies NoUnusedOption
    const all = await describeReleases(out)
    stdout.write(json ? prettyJson({ releases: all.map(asJson) }) : releasesText(all))
  },
})

function asJson({ release, current, manifest, damage }: DescribedRelease) {
  return {
    release,
    current,
    damage,
    previous: manifest?.previous ?? null,
    data_as_of: manifest?.data_as_of ?? null,
    listed: manifest && countListedOffers(manifest),
    counts: manifest?.counts ?? null,
    stored_bytes: manifest?.stored_bytes ?? null,
    broken_issuers: manifest?.broken_issuers ?? null,
  }
}

function releasesText(all: readonly DescribedRelease[]): string {
  const rows = all.map(({ release, current, manifest, damage }) => [
    `${current ? '*' : ' '} ${release}`,
    manifest?.data_as_of ?? '?',
    manifest ? formatCount(countListedOffers(manifest)) : '?',
    manifest ? formatCount(manifest.counts.objects) : '?',
    manifest?.stored_bytes == null ? '?' : formatBytes(manifest.stored_bytes),
    damage ?? (manifest?.broken_issuers ?? []).map(({ issuer }) => issuer).join(', '),
  ])
  const headings = ['  release', 'data of', 'offers', 'objects', 'size', 'broken issuers']
  const table = alignTable([headings, ...rows], 'llrrrl')
  const hasCurrent = all.some(({ current }) => current)
  const footer = hasCurrent ? '* is the current release' : 'none of them is the current release'
  return `${table.join('\n')}\n\n${footer}\n`
}
