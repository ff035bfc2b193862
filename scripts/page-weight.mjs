// What each page makes a phone download, against its limit: sums the built files that its document names, which are all
// that its route cannot do without (web/build). Knows nothing of what is fetched later, on demand. Prints a line for each page; exits 1 if one is too heavy.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRepository } from './setup/repository.mjs'

/** kB of 1000 bytes, gzip. The calendar's is for scripts and styles together. */
const pages = [
  { page: 'landing', kinds: /\.js$/, limit: 110 },
  { page: 'login', kinds: /\.js$/, limit: 110 },
  { page: 'calendar', kinds: /\.(js|css)$/, limit: 190 },
]

/** The built files that a document names, each one time. @param {string} document @returns {string[]} */
export function filesOf(document) {
  return [...new Set(Array.from(document.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g), ([, file = '']) => file))]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = inRepository('web', 'dist')
  for (const { page, kinds, limit } of pages) {
    const files = filesOf(readFileSync(`${dist}/${page}.html`, 'utf8')).filter((file) => kinds.test(file))
    const weight = files.reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0) / 1000
    console.log(`${page}: ${weight.toFixed(1)} kB of ${limit} (${files.length} files)`)
    if (weight > limit) process.exitCode = 1
  }
}
