// Copies the files of the PDF viewer unchanged from pdfjs-dist to a folder of their own: the package contains them as built files, and a
// page that shows no PDF needs none of them.

import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { pdfViewerFolder, pdfViewerScript, pdfViewerVersion, pdfViewerWorker } from '../src/offline/pdf-viewer-files.ts'
import { writeBrotliAndGzipCopies } from './compress-file.ts'

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const source = dirname(packageFile)
const scripts = [pdfViewerScript, pdfViewerWorker]
const folders = ['cmaps', 'standard_fonts', 'wasm']

export function pdfViewerFiles(): Plugin {
  return {
    name: 'pdf-viewer-files',
    // In development the files are served from the package itself.
    configureServer({ middlewares }) {
      middlewares.use(pdfViewerFolder, ({ url = '/' }, response) => {
        const name = (url.split('?', 1)[0] ?? '').slice(1)
        const path = join(source, scripts.includes(name) ? 'legacy/build' : '', name)
        response.setHeader('content-type', name.endsWith('js') ? 'text/javascript' : 'application/octet-stream')
        createReadStream(path)
          .on('error', () => response.writeHead(404).end())
          .pipe(response)
      })
    },
    async writeBundle({ dir = 'dist' }) {
      const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
      if (version !== pdfViewerVersion)
        throw new Error(`pdf-viewer-files.ts is for pdfjs-dist ${pdfViewerVersion}, not ${version}`)
      const target = join(dir, pdfViewerFolder)
      await mkdir(target, { recursive: true })
      for (const name of scripts) await cp(join(source, 'legacy/build', name), join(target, name))
      for (const folder of folders) {
        await mkdir(join(target, folder), { recursive: true })
        for (const name of (await readdir(join(source, folder))).filter(isNeededFile))
          await cp(join(source, folder, name), join(target, folder, name))
      }
      const decoders = (await readdir(join(target, 'wasm')))
        .filter((name) => name.endsWith('.js'))
        .map((name) => `wasm/${name}`)
      await Promise.all([...scripts, ...decoders].map((name) => writeBrotliAndGzipCopies(join(target, name))))
    },
  }
}

/** False for WebAssembly, which the content security policy does not allow, and for QuickJS, which needs WebAssembly. */
function isNeededFile(name: string): boolean {
  return !/\.wasm$|^quickjs/.test(name)
}
