// Serves the built pages: files with a hash in their name for ever, and for every path that a browser may open the
// document that was made for it, or the one for all.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'

export const pagesFolder = join(import.meta.dirname, '../../../web/dist')

/** Paths below these are a program's business, and are answered in JSON. */
const programs = /^\/(api|auth|feeds|images|dev|assets|healthz|readyz|metrics)(\/|$)/
const isFile = /\.[a-z0-9]{2,5}$/i

/** The paths of the product's pages; any other answers 404, with the same shell to say so. */
const pages =
  /^\/(|login|auth\/callback|auth-success|test-auth|oauth-result|invite\/[^/]*|onboarding|profile|dashboard|calendar|songs|admin)\/?$/

export async function registerPages(app: FastifyInstance, folder = pagesFolder): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  const documents = new Set(built ? readdirSync(folder).filter((file) => file.endsWith('.html')) : [])
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      // A folder is no file: its path is a page's, or nobody's. Without this, a caller that takes no compression is refused.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isPage = pages.test(path)
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      built &&
      (isPage || !(programs.test(path) || isFile.test(path)))
    if (!wantsPage) throw new Refusal('not_found', messages.notFound)
    // An invitation's address is a secret: no cache keeps it, and no link that is followed from it gives it away.
    if (path.startsWith('/invite/')) reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
    const own = `${path.split('/', 2)[1] || 'landing'}.html`
    return reply.code(isPage ? 200 : 404).sendFile(isPage && documents.has(own) ? own : 'index.html')
  })
}
