// Requests of the upload protocol tus 1.0.0 (https://tus.io/protocols/resumable-upload): their bodies are streamed, not read.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '@gaffer/domain/shared/app-error'
import { messages } from '@gaffer/domain/shared/messages'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { mediaTypeOf } from './bytes-body.ts'

export const tusVersion = '1.0.0'
export const pieceContentType = 'application/offset+octet-stream'

export function registerTusBodies(app: FastifyInstance): void {
  app.addContentTypeParser(pieceContentType, async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    if (!request.routeOptions.config.isTus) throw new AppError('wrong_content_type', messages.jsonOnly)
    return payload
  })
}

/** Refuses, before the body is read, pieces that are too large, and requests that @tus/server would refuse with other statuses. */
export function refuseWrongTusRequest(request: FastifyRequest): void {
  const { headers, method } = request
  if (method === 'OPTIONS') return
  if (headers['tus-resumable'] !== tusVersion) throw new AppError('stale', fileMessages.protocolMismatch)
  if (method !== 'PATCH' && mediaTypeOf(request) !== pieceContentType) return
  if (mediaTypeOf(request) !== pieceContentType || headers['content-encoding'] !== undefined)
    throw new AppError('wrong_content_type', fileMessages.pieceNotBytes)
  const length = headers['content-length']
  if (length === undefined) throw new AppError('invalid_input', fileMessages.pieceWithoutLength)
  if (Number(length) > limits.uploadPieceBytes) throw new AppError('too_large', fileMessages.pieceTooLarge)
}
