// A PostgreSQL primary and its synchronous standby on loopback, as docs/scaling.md sets them up, in a folder of their own.

import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gaffer/fakes/free-port'

const { temporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')

/** @typedef {{ postgresql: string, nginx: string }} Programs */

/** @returns {{ programs: Programs, missing: string[] }} */
export function findPrograms() {
  const root = '/usr/lib/postgresql'
  const newest = existsSync(root)
    ? Math.max(
        ...readdirSync(root)
          .map(Number)
          .filter((one) => one >= 15),
        0,
      )
    : 0
  const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)
  const missing = [...(newest ? [] : ['PostgreSQL 15 or newer']), ...(nginx ? [] : ['nginx'])]
  return { programs: { postgresql: join(root, String(newest), 'bin'), nginx: nginx ?? '' }, missing }
}

/** PostgreSQL refuses to run as root. */
/** @type {{ uid?: number, gid?: number }} */
const account = process.getuid?.() === 0 ? idsOf('postgres') : {}

/** @param {Programs} programs */
export async function makeCluster({ postgresql }) {
  const folder = temporaryFolder('gaffer-failover-')
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const [port, standbyPort] = [await freePort(), await freePort()]
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  run('initdb', '-D', primary, '-U', 'gaffer', '--auth=trust', '--data-checksums', '-E', 'UTF8', '--locale=C.UTF-8')
  await appendFile(
    join(primary, 'postgresql.conf'),
    `\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nsynchronous_commit = on\nmax_wal_senders = 4\n`,
  )
  control('start', primary, port)
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'gaffer', 'gaffer')
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'gaffer']
  run('pg_basebackup', ...from, '-D', standby, '-R', '-X', 'stream', '-C', '-S', 'standby', '-c', 'fast')
  // The name by which the primary waits for it.
  await appendFile(join(standby, 'postgresql.auto.conf'), `\ncluster_name = 'standby'\n`)
  control('start', standby, standbyPort)
  sql(port, "alter system set synchronous_standby_names = 'standby'")
  sql(port, 'select pg_reload_conf()')
  while (sql(port, 'select sync_state from pg_stat_replication') !== 'sync') await sleep(50)

  return {
    folder,
    url: `postgres://gaffer@127.0.0.1:${port},127.0.0.1:${standbyPort}/gaffer?target_session_attrs=read-write`,
    async killPrimary() {
      const pid = Number((await readFile(join(primary, 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
      process.kill(pid, 'SIGKILL')
    },
    async promote() {
      // A standby that waits for a standby of its own would never acknowledge anything.
      sql(standbyPort, "alter system set synchronous_standby_names = ''")
      control('promote', standby, standbyPort)
    },
    async remove() {
      for (const data of [primary, standby]) {
        spawnSync(join(postgresql, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...account, stdio: 'ignore' })
      }
    },
  }

  /** @param {string} program @param {...string} given */
  function run(program, ...given) {
    return execFileSync(join(postgresql, program), given, { ...account, cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  }
  /** @param {string} verb @param {string} data @param {number} at */
  function control(verb, data, at) {
    const options = verb === 'start' ? ['-o', `-p ${at}`, '-l', join(folder, `${at}.log`)] : []
    // Its output would keep a pipe open for as long as the server runs.
    execFileSync(join(postgresql, 'pg_ctl'), ['-D', data, '-w', ...options, verb], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    })
  }
  /** @param {number} at @param {string} text */
  function sql(at, text) {
    return run('psql', '-h', '127.0.0.1', '-p', String(at), '-U', 'gaffer', '-d', 'gaffer', '-Atc', text).trim()
  }
}

/** @param {string} name */
function idsOf(name) {
  const id = (/** @type {string} */ which) => Number(execFileSync('id', [which, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
