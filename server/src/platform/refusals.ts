// Frequent refusals of service functions and guards.

import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { isUniqueViolation } from '#platform/db/errors.ts'

export function notFoundError(): AppError {
  return new AppError('not_found', messages.notFound)
}

export function orNotFound<T>(found: T | null | undefined): T {
  if (found === undefined || found === null) throw notFoundError()
  return found
}

/** The error for input with one invalid field; the field's message is also the message of the response. */
export function invalidFieldError(path: string, message: string): AppError {
  return new AppError('invalid_input', message, { issues: [{ path, message }] })
}

/** Runs `write`. Throws `conflict` if it breaks the unique constraint. */
export async function refuseDuplicate<T>(constraint: string, message: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, constraint)) throw new AppError('conflict', message)
    throw error
  }
}
