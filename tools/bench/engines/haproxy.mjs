// HAProxy with the file in docs/scaling.md, in front of PostgreSQL, the gateways of Ceph and the Gaffer servers.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@gaffer/fakes/free-port'
import { readDocumentedFile } from './documented-files.mjs'
import { endProcess, startProcess, waitUntil } from './processes.mjs'

/**
 * @param {import('./programs.mjs').Programs} programs @param {string} folder
 * @param {{
 *   places: import('./database-machines.mjs').Place[], account: import('./programs.mjs').Account,
 *   gatewayPorts: number[], serverPorts: number[],
 * }} parts
 */
export async function startHaproxy({ haproxy }, folder, { places, account, gatewayPorts, serverPorts }) {
  const [postgresql, files, web] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const databases = places.map(({ address, postgresql: port, rest }) => [
    `${address}:5432 check port 8008`,
    `127.0.0.1:${port} check port ${rest}`,
  ])
  const gateways = gatewayPorts.map((port, at) => [`10.0.0.3${at + 1}:7480`, `127.0.0.1:${port}`])
  const servers = serverPorts.map((port, at) => [`10.0.0.1${at + 1}:3000`, `127.0.0.1:${port}`])
  const text = readDocumentedFile('/etc/haproxy/haproxy.cfg', {
    '10.0.0.10:5432': `127.0.0.1:${postgresql}`,
    '10.0.0.10:7480': `127.0.0.1:${files}`,
    '10.0.0.10:80': `127.0.0.1:${web}`,
    ...Object.fromEntries([...databases, ...gateways, ...servers]),
  })
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const url = `http://127.0.0.1:${web}`
  const start = () => startProcess(haproxy, ['-db', '-f', file], { log: join(folder, 'haproxy.log'), account })
  let child = start()
  await waitUntil('Starting HAProxy', async () => (await fetch(url)).status > 0, 20)
  return {
    url,
    databasePort: postgresql,
    filesUrl: `http://127.0.0.1:${files}`,
    kill: () => endProcess(child, 'SIGKILL'),
    start: () => void (child = start()),
    stop: () => endProcess(child, 'SIGTERM'),
  }
}
