import type { ApiErrorCode } from '@gaffer/domain/shared/endpoint'

/** A response of the server with an error code. */
export function errorResponse(status: number, code: ApiErrorCode): Response {
  return Response.json({ code, message: 'No' }, { status })
}
