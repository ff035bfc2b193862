// Paths, files and content hashes of this repository.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string[]} parts @returns {string} an absolute path */
export const repositoryPath = (...parts) => join(root, ...parts)

/** @param {string} path @returns {string} the text, or "" for a missing file */
export function readFileOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return ''
    throw error
  }
}

/** @returns {{ workspaces: string[], dependencies: { node: string }, scripts: { start: string } }} */
export const readPackageJson = () => JSON.parse(readFileSync(repositoryPath('package.json'), 'utf8'))

/**
 * A hash over names and contents. Not over times, which a checkout or a copy changes.
 * @param {string[]} paths files and folders, which are read recursively
 * @param {{ without?: RegExp, base?: string }} [options] `without` excludes paths relative to `base`
 */
export function fingerprint(paths, { without, base = root } = {}) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const name = relative(base, path)
    if (without?.test(name)) return
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).toSorted()) add(join(path, entry))
      return
    }
    const content = readFileSync(path)
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
