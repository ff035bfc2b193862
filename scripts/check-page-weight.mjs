// Checks the gzipped size of the files that each page's HTML references against the page's limit. The HTML of the landing page references
// no scripts, so the scripts that it loads after its first paint count. Files that are loaded on demand do not count. Prints a line for
// each page; exits 1 if a page is over its limit or has no limit.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filesOfChunks } from '../web/build/vite-manifest.ts'
import { repositoryPath } from './setup/repository.mjs'

/**
 * Limits in kB (1000 bytes) after gzip. For the calendar and the stage view they cover scripts and styles, for other pages only scripts.
 * @type {Record<string, number>}
 */
const limitsKb = {
  landing: 112,
  login: 112,
  'auth-callback': 110,
  invite: 170,
  dep: 210,
  sheet: 190,
  onboarding: 210,
  calendar: 195,
  stage: 195,
  chart: 200,
  notices: 175,
  dashboard: 190,
  'notice-settings': 210,
  songs: 220,
  setlists: 185,
  event: 225,
  options: 210,
  settlement: 230,
  money: 210,
  statement: 215,
  recordings: 255,
  setlist: 220,
  profile: 255,
  admin: 280,
}
const pagesWithStyles = new Set(['calendar', 'stage'])

/** The built files that a document links, without duplicates. @param {string} document @returns {string[]} */
export function linkedAssetFilesOf(document) {
  return [...new Set(Array.from(document.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g), ([, file = '']) => file))]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = repositoryPath('web', 'dist')
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))
  const pages = readdirSync(dist).filter((file) => file.endsWith('.html') && file !== 'index.html')
  for (const page of pages.map((file) => file.slice(0, -'.html'.length))) {
    const kinds = pagesWithStyles.has(page) ? /\.(js|css)$/ : /\.js$/
    const linked = linkedAssetFilesOf(readFileSync(`${dist}/${page}.html`, 'utf8'))
    const later = page === 'landing' ? filesOfChunks(manifest, ['landing-page']) : []
    const files = [...new Set([...linked, ...later])].filter((file) => kinds.test(file))
    const weight = files.reduce((sum, file) => sum + statSync(`${dist}/${file}.gz`).size, 0) / 1000
    const limit = limitsKb[page]
    console.log(`${page}: ${weight.toFixed(1)} kB of ${limit ?? 'no limit'} (${files.length} files)`)
    if (limit === undefined || weight > limit) process.exitCode = 1
  }
}
