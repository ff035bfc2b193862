import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @typedef {{ patroni: string, etcd: string, etcdctl: string, haproxy: string, postgresql: string }} Programs */

/** Debian's package of each program. `postgresql` is a folder of programs: Patroni needs more than the embedded ones. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  haproxy: 'haproxy',
  postgresql: 'postgresql',
}

/** @returns {{ programs: Programs, missing: string[] }} `missing` names Debian packages */
export function findPrograms() {
  const programs = {
    patroni: onPath('patroni'),
    etcd: onPath('etcd'),
    etcdctl: onPath('etcdctl'),
    haproxy: onPath('haproxy'),
    postgresql: newestPostgresql(),
  }
  const missing = Object.entries(packages).flatMap(([name, debianPackage]) =>
    programs[/** @type {keyof Programs} */ (name)] ? [] : [debianPackage],
  )
  return { programs, missing }
}

/** @param {string} name */
function onPath(name) {
  // Daemons are in sbin, which an ordinary user's PATH leaves out.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? ''
}

function newestPostgresql() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const usable = versions.filter((version) => version >= 15 && existsSync(`${root}/${version}/bin/postgres`))
  return usable.length > 0 ? `${root}/${Math.max(...usable)}/bin` : ''
}

/** PostgreSQL refuses to run as root. @returns {{ uid?: number, gid?: number }} */
export function findPostgresOsAccount() {
  if (process.getuid?.() !== 0) return {}
  const id = (/** @type {string} */ which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  return { uid: id('-u'), gid: id('-g') }
}
