import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder that is deleted when this process exits, also after a signal. @param {string} prefix @returns {string} its path */
export function createTemporaryFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // The user postgres must be able to enter it when root runs PostgreSQL inside.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // A signal's default action does not emit 'exit'.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  return folder
}
