import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder that is deleted when this process exits, also after a signal. @param {string} prefix @returns {string} its path */
export function createTemporaryFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // If root runs PostgreSQL in this folder, the user postgres must be able to enter it.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // A signal's default action emits no 'exit', so the folder would not be deleted.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  return folder
}
