// Takes the types out of TypeScript as Node loads it; `make lint` checks them.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const TAP = new URL('./tap.mjs', import.meta.url).href

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === 'tap') return { url: TAP, format: 'module', shortCircuit: true }
  return nextResolve(specifier, context)
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'esnext',
    sourcemap: 'inline',
    sourcefile: file,
  })
  return { format: 'module', source: code, shortCircuit: true }
}
