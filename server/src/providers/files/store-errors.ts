import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'

export const errorCodeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

export function storeDownError(cause: unknown): AppError {
  return Object.assign(new AppError('unavailable', fileMessages.storeDown, { retryAfterSeconds: 5 }), { cause })
}

/** Returns null unless the error means that the disk is full. */
export function diskFullErrorOf(error: unknown): AppError | null {
  const code = errorCodeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full', fileMessages.diskFull) : null
}
