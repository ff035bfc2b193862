import { NoSuchKey, NotFound } from '@aws-sdk/client-s3'
import { diskFullErrorOf, errorCodeOf, storeDownError } from './store-errors.ts'

const missingCodes = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])

export function isMissing(error: unknown): boolean {
  return (
    error instanceof NoSuchKey || error instanceof NotFound || missingCodes.has((error as { name?: string }).name ?? '')
  )
}

type FailedRequest = { $fault?: 'client' | 'server'; $metadata?: { httpStatusCode?: number } }

/** The AppError for a full disk or an unavailable store; any other error is returned unchanged. */
export function storeErrorOf(error: unknown): unknown {
  const { $fault, $metadata } = error as FailedRequest
  const isDown = $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500 || isNetworkError(error)
  return diskFullErrorOf(error) ?? (isDown ? storeDownError(error) : error)
}

function isNetworkError(error: unknown): boolean {
  return /^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_)/.test(errorCodeOf(error)) || (error as Error).name === 'TimeoutError'
}

export async function mapStoreErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storeErrorOf(error)
  }
}
