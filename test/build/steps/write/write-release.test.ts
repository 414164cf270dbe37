import { statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { listObjects } from '../../../../build/releases/objects.ts'
import { MINUTE_MS } from '../../../helpers/slow-suite.ts'
import { runBuild } from '../../support/program.ts'
import { readPublished } from '../../support/published.ts'
import { records, writeSource } from '../../support/source.ts'

t.setTimeout(MINUTE_MS)

t.test('objects with several routes are counted once, and bytes as they are stored', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  // Few enough for the sample to be the full snapshot.
  await runBuild(writeSource(join(root, 'source'), { offers: records(30) }), out)
  const { manifest } = await readPublished(out)
  const sizes = (await listObjects(out)).map((path) => statSync(join(out, path)).size)
  t.equal(manifest.counts.objects, sizes.length)
  t.equal(
    manifest.stored_bytes,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  t.ok(manifest.counts.routes > manifest.counts.objects)
  t.same(manifest.snapshots.demo, manifest.snapshots.named)
})
