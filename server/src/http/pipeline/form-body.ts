// Parses the forms of the pages that mails link to. All other routes refuse forms, because other sites can send them without CORS.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '@gaffer/domain/shared/app-error'
import { messages } from '@gaffer/domain/shared/messages'
import { readBody } from './read-body.ts'

/** Mail services may send an unsubscribe form in either type (RFC 8058). */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function registerFormBodyParser(app: FastifyInstance): void {
  app.addContentTypeParser(formTypes, async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    if (!request.routeOptions.config.isPage) throw new AppError('wrong_content_type', messages.jsonOnly)
    const body = await readBody(payload, null)
    const form = await parseForm(body, request.headers['content-type'] ?? '')
    // A field that is sent several times is a list.
    const getFieldValue = (name: string) => (form.getAll(name).length > 1 ? form.getAll(name) : form.get(name))
    return Object.fromEntries([...new Set(form.keys())].map((name) => [name, getFieldValue(name)]))
  })
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new AppError('invalid_input', messages.invalidInput)
  }
}
