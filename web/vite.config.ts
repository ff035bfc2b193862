// How the pages are built and served while they are being written. Knows the server only by its address.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { shellDocuments, writeDocuments } from './build/documents.ts'

const server = process.env.PUBLIC_URL ?? 'http://localhost:3000'

/** What runs before all else where somebody is signed in (src/early.ts). */
const firstModules =
  /vite\/preload-helper|rolldown\/runtime|web\/src\/(lib\/(browser-storage|connection|request|api-error|early-answers|stored-signal)|api\/selected-band-store)\.|domain\/src\/(spotify-storage|page)\./
/** The rest of it, which the landing page and /login do without. */
const dateModules = /web\/src\/api\/(date-ranges|calendar-view)|domain\/src\/dates\./

/** What every page needs, and the few small pieces that the landing page adds: one file instead of a dozen crumbs. */
const baseModules =
  /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(react-router|router-core|history|react-store|store))\/|web\/src\/(main|brand|ui\/(button|can-save|loading-screen|spinner|toast-store)|app\/(root|theme|toast-host|error-screen|focus-heading)\.)/

/** What /login needs and most signed-in pages as well, but not the landing page. */
const signingInModules =
  /web\/src\/(api\/(auth|sign-in-flow|code-step)|ui\/(field|tabs|banner|otp-input)|components\/(auth-layout|phone-field))\.tsx?|domain\/src\/(sign-in-messages|sign-in-limits|google-sign-in|phone)\.ts/
/** Around every page of somebody who is signed in. */
const shellModules =
  /node_modules\/(@tanstack\/(query-core|react-query)|lucide-react\/dist\/esm\/icons\/(calendar-days|gauge|list-music|settings-2|user-round|menu|moon|sun|cloud-off|sparkles|check|chevrons-up-down|chevron-right|plus|door-open|log-out|crown|headphones|music|x|download|refresh-cw|calendar-plus|chevron-left|chevron-down|ellipsis-vertical|map-pin)\.)|web\/src\/app\/(query-provider|require-auth|app-layout|side-navigation|top-bar|navigation\.|navigation-link|user-menu|band-switcher|app-banners|theme-toggle|use-connection|removed-from-band-banner)|web\/src\/api\/(me|reading|query-client|selected-band)\.ts|web\/src\/components\/(event-type-styles|format-event|member-icon|page-heading)|web\/src\/ui\/(avatar|badge|skeleton|icon-button|menu\.|menu-parts|readable-text-color|use-breakpoint)|web\/src\/api\/(events|realtime|songs)\.ts|web\/src\/(api\/sign-out|lib\/(share|download|event-source|debug-cookie|form-drafts|open-forms|service-worker|format-relative-time))\.ts|web\/src\/ui\/(empty-and-error-state|text-field)\.tsx?|web\/src\/components\/upcoming\.|domain\/src\/(event-type|limits|messages)\.ts/
/** What lies over a page, once something has been opened. */
const overlayModules =
  /node_modules\/(@radix-ui\/(?!react-(select|toast|switch|popper|menu|dropdown-menu|roving-focus|collection|arrow|tooltip))|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|tslib)|web\/src\/ui\/(dialog|drawer|confirm-dialog|use-restore-focus|use-close-on-back|sheet-look)\./
/** Drawn on the landing page too. */
const landingIcons =
  /lucide-react\/dist\/esm\/(?!icons\/)|lucide-react\/dist\/esm\/icons\/(ban|megaphone|repeat-2|tent|triangle-alert|triangle-exclamation-point|calendar-check|drum|guitar|mic-vocal|piano|user-round-plus)\.|web\/src\/ui\/card\./

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadLatinFont(),
    serviceWorker(),
    compileAhead(),
    compressAhead(),
    writeDocuments(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // One file: what single pages add is less than what asking for it costs.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/early.ts'],
      // What every page needs, compressed as one: 1.5 kB and a dozen requests less than in the pieces Vite makes of it.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: firstModules },
            { name: 'dates', test: dateModules },
            { name: 'base', test: baseModules },
            { name: 'signing-in', test: signingInModules },
            { name: 'icons', test: landingIcons },
            { name: 'signed-in', test: shellModules },
            { name: 'overlays', test: overlayModules },
            { name: 'calendar-page', test: /screens\/calendar\/calendar-page\./ },
          ],
        },
      },
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

/** Text appears in its own face at once: the one font file every page needs is asked for with the document. */
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

/** The worker, with what it keeps of this build. What changes any of it makes a new version. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((file) => /\.(js|css)$|inter-latin-wght.*\.woff2$/.test(file))
      const files = [
        ...shellDocuments.map((name) => `/${name}`),
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

/**
 * Most of what is in these files runs before a page is seen. Chromium compiles a function when it is first called, which
 * keeps the page waiting; told so, it compiles the whole file beside the page while it arrives. Others see a comment.
 */
const usedAtOnce = /^(base|signed-in|(calendar|dashboard|songs)-page)$/

function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has put its own lines in front: the hint counts on the first one only.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !usedAtOnce.test(chunk.name)) continue
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}

/** Compressed once here, at full strength, instead of at every request. */
function compressAhead(): Plugin {
  return {
    name: 'compress-ahead',
    apply: 'build',
    // Not sooner: Vite still edits its chunks until they are on the disk.
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
