// Step: the folders of the output, without what an interrupted build left.

import type { ReleaseWriter } from '../../../contract/release/writer.ts'

export function prepareOutput(writer: ReleaseWriter): void {
  writer.prepare()
}
