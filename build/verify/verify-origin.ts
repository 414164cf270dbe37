// Checks a release at an origin the way a gateway reads it: pointer, manifest, target table and objects over HTTP, each
// by its digest. It also checks the memory for the next build.

import { randomInt } from 'node:crypto'
import { objectPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { OriginSite } from '../../contract/release/origin-site.ts'
import { ReleaseReader } from '../../contract/release/reader.ts'
import { remoteBytes } from '../../contract/release/remote-bytes.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import type { TargetEntry, TargetTable } from '../../contract/release/target-table.ts'
import { explainError, OperatorError } from '../../lib/errors.ts'
import { Findings } from './verification.ts'

/** The number of objects that are read at the same time. */
const AT_ONCE = 16

/** After this many reads without an answer the check gives up, because each further one would take a timeout. */
const MAX_UNANSWERED = 20

/** The same timeout for silence as in a gateway. Snapshots are read as a whole, so the total may be long. */
const LIMITS = { idleTimeoutMs: 5_000, wholeMs: 600_000, maxBytes: 1024 * 1024 * 1024 }

interface OriginCheck {
  /** An address with a path that ends in a slash. */
  base: URL
  /** The id of the release to check; undefined for the current one. */
  release: string | undefined
  /** The trusted keys; undefined checks no signature. */
  trust: ReleaseTrust | undefined
  /** The most objects to read, spread over all of them; undefined for all. */
  sample: number | undefined
}

interface CheckedOrigin {
  manifest: ReleaseManifest
  /** The number of objects that were read. */
  read: number
}

/**
 * @throws {OperatorError} `not-verified` with all findings; `no-release`, `bad-release` or `bad-signature` if pointer,
 *   manifest or table are not right; `system` if the origin does not answer
 */
export async function verifyOrigin(check: OriginCheck): Promise<CheckedOrigin> {
  const site = new OriginSite(check.base)
  const agent = site.agent({ keepAlive: true, maxSockets: AT_ONCE })
  try {
    const reader = new ReleaseReader(remoteBytes(site, agent, LIMITS), check.trust)
    const manifest = await manifestAt(reader, check)
    const routes = await reader.routes(manifest)
    await reader.memory(manifest)
    const objects = sampleOf(distinctObjects(routes), check.sample)
    const findings = new Findings()
    await readAll(objects, reader, findings)
    findings.enforce(manifest.id)
    return { manifest, read: objects.length }
  } finally {
    agent.destroy()
  }
}

async function manifestAt(reader: ReleaseReader, { base, release }: OriginCheck): Promise<ReleaseManifest> {
  if (release !== undefined) return reader.manifestOf(release)
  const pointer = await reader.pointer()
  if (!pointer) throw new OperatorError('no-release', `${base.href}: no release is published there`)
  return reader.manifest(pointer)
}

/** Each object once, by its path. */
function distinctObjects(routes: TargetTable): TargetEntry[] {
  const byPath = new Map<string, TargetEntry>()
  for (const entry of routes.entries()) byPath.set(objectPath(entry.digest, entry.storage), entry)
  return [...byPath.values()]
}

/** Evenly spread, and different ones each time, so that even small samples find a lost object in the end. */
function sampleOf<T>(all: readonly T[], size = all.length): readonly T[] {
  if (size >= all.length) return all
  const step = all.length / size
  const first = randomInt(Math.floor(step))
  return Array.from({ length: size }, (_, index) => all[first + Math.floor(index * step)]).filter(
    (each) => each !== undefined,
  )
}

async function readAll(
  objects: readonly TargetEntry[],
  reader: ReleaseReader,
  findings: Findings,
): Promise<void> {
  // A common iterator: each reader takes the next object.
  const left = objects.values()
  let unanswered = 0
  const readThem = async () => {
    for (const entry of left) {
      if (unanswered >= MAX_UNANSWERED) return
      try {
        await reader.object(entry)
      } catch (error) {
        const { code, message } = explainError(error)
        if (code === 'system') unanswered += 1
        findings.add(message)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readThem))
}
