// A folder for as long as this process lives: it is gone with it, whether that ends well, fails or is told to end.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param {string} prefix of its name @returns {string} its path */
export function temporaryFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  // PostgreSQL, which root runs as somebody else, may have its files beneath.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // By way of 'exit', which a signal passes by.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
  return folder
}
