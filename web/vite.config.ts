// Builds the pages, and serves them in development with the API of a running server behind a proxy.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { codeSplitting } from './build/chunk-groups.ts'
import { offlineDocuments, prerenderPlugin } from './build/prerender-plugin.ts'

const server = process.env.PUBLIC_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadLatinFont(),
    serviceWorker(),
    compileHints(),
    precompress(),
    prerenderPlugin(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // One file: what single pages add weighs less than another request.
    cssCodeSplit: false,
    // Documents preload the chunks of their page. Vite's own list of every chunk's imports would weigh 1.2 kB in the entry.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      input: ['index.html', 'src/prefetch.ts'],
      output: { codeSplitting },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/(api|feeds|images|dev)(/|$)|^/auth/(phone|google|pending-identity|invite|logout|token|debug)(/|$)': server,
    },
  },
  preview: { host: '127.0.0.1' },
})

/** Preloads the font file that every page needs, so that no text changes its font. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** The service worker with its precache list. A change of any listed file makes a new version. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((file) => /\.(js|css)$|inter-latin-wght.*\.woff2$/.test(file))
      const files = [
        ...offlineDocuments.map((name) => `/${name}`),
        '/theme.js',
        '/favicon.svg',
        ...assets.toSorted().map((file) => `/${file}`),
      ]
      const source = readFileSync(join(import.meta.dirname, 'worker/service-worker.js'), 'utf8')
      const whole = createHash('sha256').update(files.join()).update(source)
      for (const file of ['index.html', 'public/theme.js', 'public/favicon.svg']) {
        whole.update(readFileSync(join(import.meta.dirname, file)))
      }
      const version = whole.digest('hex').slice(0, 16)
      const constants = `const shellVersion = ${JSON.stringify(version)}\nconst shellFiles = ${JSON.stringify(files)}\n`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: constants + source })
    },
  }
}

/** Chunks of which most functions run before the page is painted. */
const hintedChunks = /^(base|signed-in|(calendar|dashboard|songs)-page)$/

/**
 * Explicit compile hints (https://v8.dev/blog/explicit-compile-hints): V8 compiles the whole file off the main thread while it
 * arrives, instead of each function when it is called. Script time of the calendar, 4× CPU throttling: 1,068 and 1,619 ms.
 */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite's own first lines: the hint counts on the first line only.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !hintedChunks.test(chunk.name)) continue
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}

/** Compresses at build time at the highest level, not at each request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Vite edits its chunks until they are written.
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file)
          const source = await readFile(path)
          await writeFile(`${path}.br`, brotliCompressSync(source))
          await writeFile(`${path}.gz`, gzipSync(source, { level: 9 }))
        }),
      )
    },
  }
}
