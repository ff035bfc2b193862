// What each page makes a phone download, against its limit: sums the built chunks that a route cannot do without.
// Knows nothing of what is fetched later, on demand. Prints a line for each page; exits 1 if one is too heavy.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRepository } from './setup/repository.mjs'

/** @typedef {{ file: string, imports?: string[], css?: string[], name?: string }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */

const guarded = ['src/app/with-cache.tsx', 'src/app/signed-in.tsx', 'src/app/shell.tsx']
const screen = (/** @type {string} */ name) => `src/screens/${name}/${name}-page.tsx`

/** kB of 1000 bytes, gzip. The calendar's is for scripts and styles together. */
const pages = [
  { page: 'landing', modules: [screen('landing')], kinds: /\.js$/, limit: 110 },
  { page: 'login', modules: [screen('login')], kinds: /\.js$/, limit: 110 },
  { page: 'calendar', modules: [...guarded, screen('calendar')], kinds: /\.(js|css)$/, limit: 190 },
]

/**
 * The files behind some modules and everything they import at once.
 * @param {Manifest} manifest @param {string[]} modules @returns {Set<string>}
 */
export function filesOf(manifest, modules) {
  const seen = new Set()
  const files = new Set()
  const waiting = ['index.html', ...modules]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk of its own for ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    waiting.push(...(chunk.imports ?? []))
  }
  return files
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = inRepository('web', 'dist')
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(inRepository('web', 'dist', '.vite', 'manifest.json'), 'utf8'))
  for (const { page, modules, kinds, limit } of pages) {
    const files = [...filesOf(manifest, modules)].filter((file) => kinds.test(file))
    const weight = files.reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0) / 1000
    console.log(`${page}: ${weight.toFixed(1)} kB of ${limit} (${files.length} files)`)
    if (weight > limit) process.exitCode = 1
  }
}
