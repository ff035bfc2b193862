// Builds the pages, and serves them in development with the API of a running server behind a proxy.

import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { codeSplittingOptions } from './build/chunk-groups.ts'
import { writeBrotliAndGzipCopies } from './build/compress-file.ts'
import { pdfViewerFiles } from './build/pdf-viewer-files.ts'
import { offlineHtmlFiles, prerenderPlugin } from './build/prerender-plugin.ts'
import { storedReadsPlugin } from './build/stored-reads-plugin.ts'
import { serviceWorkerPlugin } from './build/service-worker.ts'

const server = process.env.PUBLIC_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    storedReadsPlugin(),
    pdfViewerFiles(),
    preloadLatinFont(),
    compileHints(),
    precompress(),
    prerenderPlugin(),
    serviceWorkerPlugin(offlineHtmlFiles),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // One style sheet for all pages: the styles of a single page cost less than another request.
    cssCodeSplit: false,
    // Documents preload the chunks of their page. Vite's own list of every chunk's imports would weigh 1.2 kB in the entry.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      output: { codeSplitting: codeSplittingOptions },
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

/** Chunks that get compile hints, because most of their functions run before the page is painted. */
const hintedChunks = /^(base|signed-in|events|(calendar|dashboard|songs)-page)$/

/**
 * Explicit compile hints (https://v8.dev/blog/explicit-compile-hints): V8 compiles the whole file off the main thread while it
 * arrives, instead of each function when it is called. Script time of the calendar (4× CPU throttling): 1,068 ms with
 * the hints, 1,619 ms without.
 */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after Vite has added its own first lines, because the hint works on the first line only.
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
    // Not in `generateBundle`, because Vite edits its chunks until they are written.
    async writeBundle({ dir = 'dist' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
      await Promise.all(files.map((file) => writeBrotliAndGzipCopies(join(dir, file))))
    },
  }
}
