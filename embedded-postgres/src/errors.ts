// What can stop the embedded PostgreSQL from serving, each with one sentence for the person who started Gaffer.

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export class AlreadyRunning extends EmbeddedPostgresError {
  override name = 'AlreadyRunning'

  constructor(dataDir: string) {
    super(`Gaffer is already running on ${dataDir}: stop it first, or give this one its own DATA_DIR.`)
  }
}

/** The folder that was named cannot be one of ours: a wrong setting, and nothing that passes. */
export class UnusableFolder extends EmbeddedPostgresError {
  override name = 'UnusableFolder'

  constructor(dataDir: string, cause: unknown) {
    super(`DATA_DIR cannot be used: ${dataDir} (${(cause as Error).message}).`, { cause })
  }
}

/** Whether the operating system answered with one of these codes ("ENOENT", …). */
export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
