import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'

export const errorCodeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** The response does not show the cause: `http/pipeline/error-replies.ts` logs it. */
export function storeDownError(cause: unknown): AppError {
  return Object.assign(new AppError('unavailable', fileMessages.storeDown, { retryAfterSeconds: 5 }), { cause })
}

/** Returns null unless the error means that the disk is full. */
export function diskFullErrorOf(error: unknown): AppError | null {
  const code = errorCodeOf(error)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return null
  return Object.assign(new AppError('storage_full', fileMessages.diskFull), { cause: error })
}
