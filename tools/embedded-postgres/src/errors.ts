// Each message is one sentence for the operator.
import type { HostApplication } from './host-application.ts'

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export class AlreadyRunningError extends EmbeddedPostgresError {
  override name = 'AlreadyRunningError'

  constructor(dataDir: string, { title, settings }: HostApplication) {
    super(`${title} is already running on ${dataDir}: stop it first, or give this one its own ${settings.dataDir}.`)
  }
}

/** The setting of the data folder is wrong; trying again does not help. */
export class UnusableFolderError extends EmbeddedPostgresError {
  override name = 'UnusableFolderError'

  constructor(dataDir: string, { settings }: HostApplication, cause: unknown) {
    super(`${settings.dataDir} cannot be used: ${dataDir} (${(cause as Error).message}).`, { cause })
  }
}

/** Whether the error has one of these codes ("ENOENT", …). */
export const hasErrnoCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
