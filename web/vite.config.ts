// How the pages are built and served while they are being written. Knows the server only by its address.

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const server = process.env.PUBLIC_URL ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadLatinFont()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    proxy: { '^/(api|feeds|images|dev)(/|$)|^/auth/(phone|google|invite|logout|token|debug)(/|$)': server },
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
