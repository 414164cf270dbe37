// Removes the types from TypeScript as Node loads it; `make lint` checks them. The result is cached, since each file of
// tests is a separate process, and most load the same modules.

import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const TAP = new URL('./tap.mjs', import.meta.url).href

/** `npm ci` clears it. */
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/typescript/', import.meta.url))

const OPTIONS = /** @type {const} */ ({
  loader: 'ts',
  format: 'esm',
  target: 'esnext',
  sourcemap: 'inline',
})

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === 'tap') {
    // Suites that share a process have their own `t`, see tap.mjs.
    return { url: `${TAP}?for=${context.parentURL}`, format: 'module', shortCircuit: true }
  }
  return nextResolve(specifier, context)
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const text = await readFile(file, 'utf8')
  // The path is part of the result: it is in the source map.
  const kept = `${KEPT}${hash('sha256', JSON.stringify([OPTIONS, file, text]))}`
  const source = await readFile(kept, 'utf8').catch(() => withoutTypes(file, text, kept))
  return { format: 'module', source, shortCircuit: true }
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} kept the file for the result
 */
async function withoutTypes(file, text, kept) {
  const { transform } = await import('esbuild')
  const { code } = await transform(text, { ...OPTIONS, sourcefile: file })
  await mkdir(KEPT, { recursive: true })
  // Several processes may do so at once.
  const aside = `${kept}-${randomUUID()}`
  await writeFile(aside, code)
  await rename(aside, kept)
  return code
}
