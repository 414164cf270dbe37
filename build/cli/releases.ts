// `releases`: what lies in an output folder, and which release is the current one.

import type { Command, ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { formatBytes, formatCount, formatCountOf } from '../../lib/text/format-numbers.ts'
import { describeReleases, type ListedRelease, listedOffers } from '../releases/list-releases.ts'
import { alignTable } from '../report/text-report.ts'

export const RELEASES: Command = {
  name: 'releases',
  about:
    'Lists the releases of an output folder, newest first: which one is current, its size and counts, and what was broken.',
  options: [
    { name: 'out', value: 'DIR', about: 'The output folder.' },
    { name: 'json', about: 'Prints the list as JSON.' },
  ],
  examples: ['releases --out my/public-out', 'releases --out my/public-out --json'],
}

/** @throws {OperatorError} `no-release` if there is none */
export async function releases(given: ParsedOptions, { stdout }: CommandContext): Promise<void> {
  const all = await describeReleases(given.required('out'))
  stdout.write(given.flag('json') ? prettyJson({ releases: all.map(asJson) }) : releasesText(all))
}

function asJson({ release, current, manifest, damage, signed_at }: ListedRelease) {
  return {
    release,
    current,
    damage,
    signed_at: signed_at === null ? null : new Date(signed_at * 1000).toISOString(),
    previous: manifest?.previous ?? null,
    data_as_of: manifest?.data_as_of ?? null,
    listed: manifest && listedOffers(manifest),
    counts: manifest?.counts ?? null,
    stored_bytes: manifest?.stored_bytes ?? null,
    broken_issuers: manifest?.broken_issuers ?? null,
  }
}

function releasesText(all: readonly ListedRelease[]): string {
  const rows = all.map(({ release, current, manifest, damage, signed_at }) => [
    `${current ? '*' : ' '} ${release}`,
    manifest?.data_as_of ?? '?',
    manifest ? formatCount(listedOffers(manifest)) : '?',
    manifest ? formatCount(manifest.counts.objects) : '?',
    manifest?.stored_bytes == null ? '?' : formatBytes(manifest.stored_bytes),
    signed_at === null ? 'no' : 'yes',
    damage ?? brokenText(manifest?.broken_issuers ?? []),
  ])
  const head = ['  release', 'data of', 'offers', 'objects', 'size', 'signed', 'broken issuers']
  const table = alignTable([head, ...rows], ['left', 'left', 'right', 'right', 'right', 'left', 'left'])
  const isCurrent = all.some(({ current }) => current)
  const last = isCurrent ? '* is the current release' : 'none of them is the current release'
  return `${table.join('\n')}\n\n${last}\n`
}

function brokenText(broken: readonly { issuer: string; days: number }[]): string {
  return broken.map(({ issuer, days }) => `${issuer} (${formatCountOf(days, 'day')})`).join(', ')
}
