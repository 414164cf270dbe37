// Writes standard input to a file, since formats read the beginning of a file more than once.

// biome-ignore lint/plugin/blocking-reads: opens a new file to write it
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'

/** The operand that means standard input. */
const STANDARD_INPUT = '-'

/** The name of the temporary file, which messages show. */
const STANDARD_INPUT_NAME = 'standard input'

/** SECURITY: a pipe may never end. Larger than any table, smaller than most disks. */
const MAX_BYTES = 2 * 1024 ** 3

/**
 * The files of a command line as paths, with standard input in a temporary file, which `remove` removes.
 * @throws {OperatorError} `bad-source` if standard input is empty or too large, `usage` if it is named twice
 */
export async function withStandardInput(
  operands: readonly string[],
  stdin: () => AsyncIterable<string | Uint8Array> | Iterable<string>,
  maxBytes = MAX_BYTES,
): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const times = operands.filter((each) => each === STANDARD_INPUT).length
  if (times === 0) return { paths: [...operands], remove: async () => {} }
  if (times > 1) throw new OperatorError('usage', 'standard input (-) can be read only once')
  const folder = await mkdtemp(join(tmpdir(), 'offers-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, STANDARD_INPUT_NAME)
  try {
    await spool(stdin(), path, maxBytes)
  } catch (error) {
    await remove()
    throw error
  }
  return { paths: operands.map((each) => (each === STANDARD_INPUT ? path : each)), remove }
}

async function spool(
  stdin: AsyncIterable<string | Uint8Array> | Iterable<string>,
  path: string,
  maxBytes: number,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  let length = 0
  try {
    for await (const piece of stdin) {
      length += Buffer.byteLength(piece)
      if (length > maxBytes) {
        throw new OperatorError(
          'bad-source',
          `${STANDARD_INPUT_NAME}: found more than ${maxBytes} bytes, expected at most that; save it to a file`,
        )
      }
      await file.appendFile(piece)
    }
  } finally {
    await file.close()
  }
  if (length > 0) return
  throw new OperatorError(
    'bad-source',
    `${STANDARD_INPUT_NAME}: found nothing, expected a table; the program before it in the pipe has most likely failed`,
  )
}
