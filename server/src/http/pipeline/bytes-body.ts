// Reads bodies that are bytes instead of JSON, for the endpoints that declare `bytes`.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { imageTypes } from '@gaffer/domain/images/image'
import { AppError } from '@gaffer/domain/shared/app-error'
import { messages } from '@gaffer/domain/shared/messages'
import { readRequestBody } from './read-body.ts'

export function registerByteBodies(app: FastifyInstance): void {
  app.addContentTypeParser([...imageTypes], async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    if (!request.routeOptions.config.takesBytes) throw new AppError('wrong_content_type', messages.jsonOnly)
    return readRequestBody(request, payload)
  })
}

/** The media type of the body without its parameters; '' if the request has no Content-Type. */
export function mediaTypeOf({ headers }: FastifyRequest): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}
