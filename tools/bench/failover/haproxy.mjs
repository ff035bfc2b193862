// HAProxy with the file in docs/scaling.md: before PostgreSQL, and before the Gaffer servers.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@gaffer/fakes/free-port'
import { readDocumentedFile } from './documented-files.mjs'
import { endProcess, startProcess, waitUntil } from './processes.mjs'

/**
 * @param {import('./programs.mjs').Programs} programs @param {string} folder
 * @param {{ places: import('./cluster.mjs').Place[], account: { uid?: number, gid?: number } }} cluster
 * @param {[number, number]} serverPorts
 */
export async function startHaproxy({ haproxy }, folder, { places, account }, serverPorts) {
  const [postgresql, web] = [await findFreePort(), await findFreePort()]
  const databases = places.map(({ address, postgresql: port, rest }) => [
    `${address}:5432 check port 8008`,
    `127.0.0.1:${port} check port ${rest}`,
  ])
  const servers = serverPorts.map((port, at) => [`10.0.0.1${at + 1}:3000`, `127.0.0.1:${port}`])
  const text = readDocumentedFile('/etc/haproxy/haproxy.cfg', {
    '10.0.0.10:5432': `127.0.0.1:${postgresql}`,
    '10.0.0.10:80': `127.0.0.1:${web}`,
    ...Object.fromEntries([...databases, ...servers]),
  })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const child = startProcess(haproxy, ['-db', '-f', file], { log: join(folder, 'haproxy.log'), account })
  const url = `http://127.0.0.1:${web}`
  await waitUntil('Starting HAProxy', async () => (await fetch(url)).status > 0, 20)
  return { url, databasePort: postgresql, stop: () => endProcess(child, 'SIGTERM') }
}
