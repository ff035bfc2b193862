// PostgreSQL's own measure of single-row inserts, one commit each, as prepared statements on a table with a primary key.

import { execFile } from 'node:child_process'
import { access, glob, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

const run = promisify(execFile)
/** @type {string | undefined} */
let folder

/** The path of pgbench, of the newest version that is installed; null if there is none. @returns {Promise<string | null>} */
export async function findPgbench() {
  const packaged = []
  for await (const path of glob('/usr/lib/postgresql/*/bin/pgbench')) packaged.push(path)
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'))
  for (const path of [...packaged.toSorted().toReversed(), ...onPath]) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

/**
 * Inserts per second into the table `bare (id, date, place)`.
 * @param {string} pgbench
 * @param {{ host: string, port: number, user: string, database: string }} database
 * @param {{ clients: number, seconds: number }} size
 */
export async function measureInsertsPerSecond(pgbench, { host, port, user, database }, { clients, seconds }) {
  folder ??= createTemporaryFolder('gaffer-pgbench-')
  const script = join(folder, 'insert.sql')
  await writeFile(script, `insert into bare values (gen_random_uuid(), '2027-03-05', 'Unit 4, Elm Road');\n`)
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(seconds), '-f', script]
  const { stdout } = await run(pgbench, [...options, '-h', host, '-p', String(port), '-U', user, database])
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}
