// Serves the built web app: hashed assets as immutable, and for each route of the manifest its prerendered document or else index.html.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { findRouteName } from '@gaffer/domain/routes'
import { notFoundError } from '#platform/refusals.ts'

export const webAppFolder = join(import.meta.dirname, '../../../../web/dist')

/** Unknown paths with these first segments get a JSON 404 and not the app shell. */
const nonPagePaths = /^\/(api|auth|feeds|images|dev|answer|unsubscribe|b|enquiry|assets|healthz|readyz|metrics)(\/|$)/
// At most 11 characters: the longest extension is .webmanifest.
const fileExtensionPattern = /\.[a-z0-9]{2,11}$/i

export async function registerWebApp(app: FastifyInstance, publicUrl: string, folder = webAppFolder): Promise<void> {
  const documents = readDocuments(folder, publicUrl)
  const isBuilt = documents.has('index.html')
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      // `/*` below sends the files: a route for each of several hundred files takes 20 MB of memory.
      serve: false,
      // The build manifest, in a folder that begins with a dot, is not for browsers.
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets/'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  const throwNotFound = () => {
    throw notFoundError()
  }
  app.setNotFoundHandler(throwNotFound)
  if (!isBuilt) return
  // A route and not the not-found handler, because @fastify/compress compresses responses of routes only.
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const route = findRouteName(path)
    if (fileExtensionPattern.test(path)) return reply.sendFile(path)
    if (!route && nonPagePaths.test(path)) return throwNotFound()
    // URLs of these pages contain secret tokens, which must stay out of caches and Referer headers.
    const hasToken = /^\/(invite|dep|sheet)\//.test(path)
    if (hasToken) reply.header('referrer-policy', 'no-referrer')
    return reply
      .code(route ? 200 : 404)
      .header('cache-control', hasToken ? 'no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .send((route && documents.get(`${route}.html`)) ?? documents.get('index.html'))
  })
}

/** Reads the HTML documents, by file name. Adds the origin to og:image, because link previews need an absolute URL. */
function readDocuments(folder: string, publicUrl: string): Map<string, string> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.html')) : []
  const makeIconsAbsolute = (document: string) => document.replace('content="/icons/', `content="${publicUrl}/icons/`)
  return new Map(files.map((file) => [file, makeIconsAbsolute(readFileSync(join(folder, file), 'utf8'))]))
}
