// Bundles the service worker with the list of files that it precaches: Workbox's `injectManifest` for this build. The
// package workbox-build, which does the same, would add 323 packages to every installation.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PrecacheEntry } from 'workbox-precaching'
import { bundleScript } from './bundle-script.ts'
import { writeBrotliAndGzipCopies } from './compress-file.ts'
import { filesReachableFromEntries, type Manifest } from './vite-manifest.ts'

/** Matches the one style sheet, and the only font file that English text needs. */
const precachedNames = /\.css$|inter-latin-wght-normal.*\.woff2$/

/** Writes dist/sw.js. `documents` are the HTML files of the pages that open without a network. */
export function serviceWorkerPlugin(documents: string[]): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    closeBundle: {
      // Runs after the prerender plugin, because the revisions are computed from the contents of the documents.
      order: 'post',
      sequential: true,
      async handler() {
        const dist = join(root, 'dist')
        const path = join(dist, 'sw.js')
        await writeFile(path, await bundleServiceWorker(root, await listPrecachedFiles(dist, documents)))
        await writeBrotliAndGzipCopies(path)
      },
    },
  }
}

/** Bundles the worker as one script, with its precache list. */
export function bundleServiceWorker(root: string, precached: PrecacheEntry[]): Promise<string> {
  return bundleScript(root, 'worker/service-worker.ts', {
    'self.__WB_MANIFEST': JSON.stringify(precached),
    // Leaves out the assertions and the log of Workbox.
    'process.env.NODE_ENV': '"production"',
  })
}

/** Lists the documents, theme.js, the favicon, and all chunks but those of online pages. A file with a hash in its name needs no revision. */
async function listPrecachedFiles(dist: string, documents: string[]): Promise<PrecacheEntry[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  // The folder is checked too: chunks of components may have a name that ends with -page.
  const isOnlinePage = (name: string, key: string) =>
    /^src\/screens\/.*-page\.tsx$/.test(key) && !documents.includes(name.replace(/-page$/, '.html'))
  const assets = new Set([
    ...filesReachableFromEntries(manifest, isOnlinePage),
    ...Object.values(manifest).flatMap(({ file }) => (precachedNames.test(file) ? [file] : [])),
  ])
  const revised = [...documents, 'theme.js', 'favicon.svg'].map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(dist, file)))
    return { url: `/${file}`, revision: hash.digest('hex').slice(0, 16) }
  })
  return [
    ...(await Promise.all(revised)),
    ...[...assets].toSorted().map((file) => ({ url: `/${file}`, revision: null })),
  ]
}
