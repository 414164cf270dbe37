// The lower bound of any build: hashes, compresses and writes the bodies, the memory and the table of a release, on one
// thread, and does nothing else. All of them are in memory before the clock starts.
//
//   lower-bound.mjs RELEASE-FOLDER OUT-FOLDER

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { memoryPath, objectPath, tablePath } from '../../contract/release/layout.ts'
import { gzip } from '../../lib/compression.ts'
import { sha256 } from '../../lib/digest.ts'
import { openRelease } from '../setup/catalogue.ts'

const [folder = '', out = ''] = process.argv.slice(2)
const { manifest, table: targets } = await openRelease(folder)
const read = (path: string) => readFileSync(join(folder, path))

// Uncompressed bodies, by their digest in the release. Targets with equal answers share a digest, and so a body.
/** Named by the digest of the compressed bytes: the memory and the snapshots. */
const files = new Map([[manifest.memory.digest, gunzipSync(read(memoryPath(manifest.id)))]])
/** Named by the digest of the uncompressed bytes: all other bodies. */
const answers = new Map<string, Buffer>()
for (const { digest, storage } of targets) {
  const bodies = storage === 'identity' ? files : answers
  if (!bodies.has(digest)) bodies.set(digest, gunzipSync(read(objectPath(digest, storage))))
}
const table = read(tablePath(manifest.id))
mkdirSync(out, { recursive: true })

const before = process.cpuUsage()
for (const body of files.values()) write(gzip(body))
for (const body of answers.values()) write(gzip(body), sha256(body))
write(table)
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ processorSeconds: (user + system) / 1e6 }))

function write(stored: Uint8Array, name = sha256(stored)): void {
  writeFileSync(join(out, name), stored)
}
