// Compares the compressed size of the built files that each page's document links with its limit. Files that are loaded on
// demand do not count. Prints a line for each page; exits 1 if one is over its limit.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inRepository } from './setup/repository.mjs'

/** Limits in kB (1000 bytes) of gzip. The calendar's limit covers scripts and styles. */
const pages = [
  { page: 'landing', kinds: /\.js$/, limit: 110 },
  { page: 'login', kinds: /\.js$/, limit: 110 },
  { page: 'calendar', kinds: /\.(js|css)$/, limit: 190 },
]

/** The built files that a document links, without duplicates. @param {string} document @returns {string[]} */
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
