import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's package of each program. `postgresql` is a folder of programs: Patroni needs more than the embedded ones. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  haproxy: 'haproxy',
  postgresql: 'postgresql',
  monmaptool: 'ceph-mon',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  'radosgw-admin': 'radosgw',
  ceph: 'ceph-common',
  'ceph-authtool': 'ceph-common',
}

/** @typedef {keyof typeof packages} Program */
/** @typedef {Record<Program, string>} Programs the path of each; empty for one that is not installed */

/** @type {Program[]} */
export const databasePrograms = ['patroni', 'etcd', 'etcdctl', 'haproxy', 'postgresql']
/** @type {Program[]} */
export const cephPrograms = ['monmaptool', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool']

/** @param {Program[]} wanted @returns {{ programs: Programs, missing: string[] }} `missing` names Debian packages */
export function findPrograms(wanted) {
  const names = /** @type {Program[]} */ (Object.keys(packages))
  const programs = /** @type {Programs} */ (
    Object.fromEntries(names.map((name) => [name, name === 'postgresql' ? findNewestPostgresql() : findOnPath(name)]))
  )
  return { programs, missing: [...new Set(wanted.filter((name) => !programs[name]).map((name) => packages[name]))] }
}

/** @param {string} name */
function findOnPath(name) {
  // Daemons are in sbin, which an ordinary user's PATH leaves out.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? ''
}

function findNewestPostgresql() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const usable = versions.filter((version) => version >= 15 && existsSync(`${root}/${version}/bin/postgres`))
  return usable.length > 0 ? `${root}/${Math.max(...usable)}/bin` : ''
}

/** @typedef {{ uid?: number, gid?: number }} Account */

/**
 * The account that the Debian package created, used if root runs the benchmark: PostgreSQL refuses to run as root, and Ceph does not need
 * root.
 * @param {'postgres' | 'ceph'} name @returns {Account}
 */
export function findOsAccount(name) {
  if (process.getuid?.() !== 0) return {}
  const readId = (/** @type {string} */ which) =>
    Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: 'pipe' }))
  return { uid: readId('-u'), gid: readId('-g') }
}
