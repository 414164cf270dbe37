// `verify`: checks that a release is complete and right.

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { parseOriginUrl } from '../../contract/release/origin-site.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { integer } from '../../lib/command-line/parsers.ts'
import { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { formatCount, formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentManifest, namedManifest, requireReleaseId } from '../releases/find-release.ts'
import { listObjects } from '../releases/objects.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import { OUT, TRUST } from './options.ts'

/** The result of a verification, for programs and for people. */
interface Verdict {
  facts: Record<string, string | number>
  text: string
}

/** Fails with `not-verified` and the faults, or `bad-signature` if no trusted key signed it. */
export const verify = command({
  name: 'verify',
  about:
    'Checks that a release is complete and right. In a folder it hashes every object and compares every answer with the offers. At an origin it reads the files that a gateway reads and checks every digest. Can run while a gateway serves.',
  options: {
    out: {
      name: OUT.name,
      value: OUT.value,
      about: 'The output folder, which gateways read.',
    },
    origin: {
      name: 'origin',
      value: 'URL',
      about: 'The origin that gateways read, over HTTP, instead of --out.',
      parse: parseOriginUrl,
    },
    release: { name: 'release', value: 'ID', about: 'The release. The default is the current one.' },
    sample: {
      name: 'sample',
      value: 'N',
      about: 'With --origin: read N objects, spread over all of them, different ones each time.',
      parse: integer(1, 1_000_000_000),
    },
    trust: TRUST,
    json: { name: 'json', about: 'Print the result as JSON.' },
  },
  examples: [
    'verify --out my/public-out',
    'verify --out my/public-out --release 20260901T100000000Z-2db93f466aa0',
    'verify --origin http://127.0.0.1:8081/ --sample 500',
  ],
  async run({ out, origin, release, sample, trust, json, ...unused }, { stdout }) {
    unused satisfies Nothing
    let verdict: Verdict
    if (out !== undefined && origin === undefined && sample === undefined) {
      verdict = await verifyFolder(out, { release, trust })
    } else if (origin !== undefined && out === undefined) {
      verdict = await verifyAt(origin, { release, trust, sample })
    } else {
      throw new OperatorError('usage', 'verify: expected either --out DIR, or --origin URL [--sample N]')
    }
    stdout.write(json ? prettyJson(verdict.facts) : verdict.text)
  },
})

interface Asked {
  release: string | undefined
  trust: ReleaseTrust | undefined
}

async function verifyFolder(root: string, { release, trust }: Asked): Promise<Verdict> {
  const manifest = await manifestOf(root, release, trust)
  await verifyRelease(root, manifest)
  const { routes, objects } = manifest.counts
  const others = (await listObjects(root)).length - objects
  return {
    facts: { release: manifest.id, routes, objects, other_objects: others },
    text:
      `${manifest.id} is right: ${formatCountOf(routes, 'route')} to ${formatCountOf(objects, 'object')} ` +
      `(${formatCount(others)} more belong to other releases, or to none)\n`,
  }
}

async function verifyAt(
  base: URL,
  { release, trust, sample }: Asked & { sample: number | undefined },
): Promise<Verdict> {
  if (release !== undefined) requireReleaseId(release, '--release')
  // Loaded here, because a build without an origin needs no HTTP.
  const { verifyOrigin } = await import('../verify/verify-origin.ts')
  const { manifest, read } = await verifyOrigin({ base, release, trust, sample })
  const { routes, objects } = manifest.counts
  return {
    facts: { release: manifest.id, routes, objects, objects_read: read },
    text:
      `${manifest.id} is right at ${base.href}: read ${formatCount(read)} of ${formatCountOf(objects, 'object')}, ` +
      `${formatCountOf(routes, 'route')}\n`,
  }
}

function manifestOf(
  root: string,
  id: string | undefined,
  trust: ReleaseTrust | undefined,
): Promise<ReleaseManifest> {
  return id === undefined
    ? currentManifest(root, trust)
    : namedManifest(root, id, { option: '--release', trust })
}
