// Units of work for a thread, of some milliseconds each but for the long files: it assembles bodies from rendered offers,
// hashes, compresses and stores them. Units and results are plain data. Rendered offers are in shared memory; units name
// them by the numbers of their lines.

import { detailBody, type Edition, editionIn, listBody, snapshotLine } from '../../contract/api/responses.ts'
import { versionNamed } from '../../contract/api/versions.ts'
import { ReleaseWriter } from '../../contract/release/writer.ts'
import { gzip } from '../../lib/compression.ts'
import { sha256 } from '../../lib/digest.ts'
import type { Absence } from '../day/catalogue-offer.ts'
import { type Lines, openLines, type SharedLines } from '../day/line-store.ts'
import { memoryLineFrame } from '../day/memory.ts'
import type { Recipe } from '../day/planned-answer.ts'
import type { StoredBody } from '../day/release-draft.ts'
import { GzipFile } from './gzip-file.ts'

/** A request to a thread; lines are named by their numbers. */
export type WorkUnit =
  /** The lines of memory.gz, compressed into the file at `path`, which is no object. */
  | { kind: 'memory'; path: string; offers: readonly (Absence & { line: number })[] }
  | { kind: 'snapshot'; lines: readonly number[] }
  | { kind: 'answers'; recipes: readonly Recipe[] }

/** The settings that all units of a build share. */
export interface RenderJob {
  /** The output folder. */
  root: string
  edition: Edition
  lines: SharedLines
}

/** Renders a unit and returns its stored bodies: one for each recipe, in their order, or that of the snapshot. */
type RenderUnit = (unit: WorkUnit) => StoredBody[]

/** Takes the place of `createRenderUnit` until there is a job. */
export const withoutJob: RenderUnit = () => {
  throw new Error('a unit of work came before its job')
}

export function createRenderUnit({ root, edition, lines: shared }: RenderJob): RenderUnit {
  const lines = openLines(shared)
  const writer = new ReleaseWriter(root)
  return (unit) => {
    switch (unit.kind) {
      case 'memory':
        writeMemoryLines(unit, lines)
        return []
      case 'snapshot':
        return [storeSnapshot(unit.lines, { lines, edition, writer })]
      case 'answers':
        return unit.recipes.map((recipe) => storeBody(makeBody(recipe, lines, edition), writer))
    }
  }
}

function writeMemoryLines({ path, offers }: Extract<WorkUnit, { kind: 'memory' }>, lines: Lines): void {
  const file = new GzipFile(path)
  for (const { line, ...absence } of offers) {
    const { before, after } = memoryLineFrame(absence)
    file.write(Buffer.concat([Buffer.from(before), lines.at(line), Buffer.from(after)]))
  }
  file.end()
}

/** Its digest and size are those of the compressed file, which clients get as it is. */
function storeSnapshot(
  numbers: readonly number[],
  { lines, edition, writer }: { lines: Lines; edition: Edition; writer: ReleaseWriter },
): StoredBody {
  const staged = writer.stagingPath()
  const file = new GzipFile(staged)
  for (const number of numbers) file.write(snapshotLine(lines.at(number), edition))
  const { digest, size } = file.end()
  writer.adoptObject(staged, digest, 'identity')
  return { digest, size, storedBytes: size }
}

function makeBody(recipe: Recipe, lines: Lines, edition: Edition): Uint8Array {
  if (recipe.kind === 'finished') return recipe.body
  const versioned = editionIn(versionNamed(recipe.version), edition)
  if (recipe.kind === 'detail') return detailBody(lines.at(recipe.line), versioned)
  const { lines: onPage, total, limit, offset, ofChanges } = recipe
  const window = { count: onPage.length, total, limit, offset, ...(ofChanges && { since: null }) }
  return listBody(
    onPage.map((line) => lines.at(line)),
    versioned,
    window,
  )
}

/** Hashes and compresses a body, and stores it under its digest. */
function storeBody(body: Uint8Array, writer: ReleaseWriter): StoredBody {
  const digest = sha256(body)
  const stored = gzip(body)
  writer.putObject(digest, 'gzip', stored)
  return { digest, size: body.length, storedBytes: stored.length }
}
