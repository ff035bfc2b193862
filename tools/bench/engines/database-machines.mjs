// Three machines on loopback, each with etcd, Patroni and PostgreSQL, configured by the files in docs/scaling.md.

import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@gaffer/fakes/free-port'
import { readDocumentedFile } from './documented-files.mjs'
import { endProcess, killTree, startProcess, waitUntil, killDaemonOnExit } from './processes.mjs'
import { findOsAccount } from './programs.mjs'

const run = promisify(execFile)
const superuserPassword = 'superuser of this run'

/**
 * @typedef {{ name: string, address: string, folder: string, client: number, peer: number, rest: number, postgresql: number }} Place
 * @typedef {{ place: Place, etcd: import('node:child_process').ChildProcess, patroni: import('node:child_process').ChildProcess }} Machine
 */

/** @param {import('./programs.mjs').Programs} programs @param {string} folder */
export async function startDatabaseMachines(programs, folder) {
  const account = findOsAccount('postgres')
  const places = /** @type {Place[]} */ ([])
  for (const at of [1, 2, 3]) places.push(await makePlace(at, folder, account))
  const machines = places.map((place) => startMachine(place, 'new'))
  await waitUntil('Starting Patroni', async () => rolesOf(await listMembers()).join() === 'leader,replica,sync_standby')

  return {
    account,
    places,
    superuserPassword,
    /** Kills PostgreSQL, Patroni and etcd on the primary's machine. The slowest case: etcd has to elect a leader too. */
    async killPrimary() {
      const machine = await findPrimary()
      await giveEtcdLeadershipTo(machine.place)
      const began = performance.now()
      machine.patroni.kill('SIGKILL')
      machine.etcd.kill('SIGKILL')
      killTree(readPid(machine.place))
      return { killedAt: began, name: machine.place.name }
    },
    /** Starts etcd and Patroni of the machine again, on their existing data, and waits until it has rejoined. @param {string} name */
    async restart(name) {
      const at = machines.findIndex(({ place }) => place.name === name)
      const { place } = /** @type {Machine} */ (machines[at])
      machines[at] = startMachine(place, 'existing')
      await waitUntil(`Rejoining of ${name}`, async () => {
        const members = await listMembers()
        return (
          rolesOf(members).join() === 'leader,replica,sync_standby' &&
          new Set(members.map((one) => one.timeline)).size === 1
        )
      })
    },
    async primaryName() {
      return (await findPrimary()).place.name
    },
    async stop() {
      for (const { patroni } of machines) await endProcess(patroni, 'SIGKILL')
      for (const { place } of machines) killTree(readPid(place))
      for (const { etcd } of machines) await endProcess(etcd, 'SIGKILL')
      await waitUntil('Ending PostgreSQL', async () => machines.every(({ place }) => !isRunning(readPid(place))))
    },
  }

  /** @param {Place} place @param {'new' | 'existing'} state @returns {Machine} */
  function startMachine(place, state) {
    const text = readDocumentedFile('/etc/default/etcd', replacementsFor(place, places, programs))
    const env = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line.startsWith('ETCD_'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const etcd = startProcess(programs.etcd, [], {
      log: join(place.folder, 'etcd.log'),
      env: { ...env, ETCD_INITIAL_CLUSTER_STATE: state },
      account,
    })
    const config = join(place.folder, 'patroni.yml')
    writeFileSync(config, readDocumentedFile('/etc/patroni/config.yml', replacementsFor(place, places, programs)))
    const patroni = startProcess(programs.patroni, [config], {
      log: join(place.folder, 'patroni.log'),
      env: { HOME: place.folder },
      account,
      cwd: place.folder,
    })
    killDaemonOnExit(() => readPid(place))
    return { place, etcd, patroni }
  }

  /** The members of the cluster, as the first responding member lists them. @returns {Promise<Member[]>} */
  async function listMembers() {
    const responses = places.map(async ({ rest }) => {
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(5000) })
      return /** @type {{ members: Member[] }} */ (await response.json()).members
    })
    return Promise.any(responses)
  }

  /** @returns {Promise<Machine>} */
  async function findPrimary() {
    const name = (await listMembers()).find(({ role }) => role === 'leader')?.name
    const machine = machines.find(({ place }) => place.name === name)
    if (!machine) throw new Error('The cluster has no primary')
    return machine
  }

  /** @param {Place} place */
  async function giveEtcdLeadershipTo({ name }) {
    const endpoints = places.map(({ client }) => `http://127.0.0.1:${client}`).join(',')
    const runEtcdctl = async (/** @type {string[]} */ ...args) =>
      (await run(programs.etcdctl, ['--endpoints', endpoints, ...args], { env: { ETCDCTL_API: '3' } })).stdout
    const member = (await runEtcdctl('member', 'list')).split('\n').find((line) => line.includes(`, ${name}, `))
    const id = member?.split(',')[0] ?? ''
    await runEtcdctl('move-leader', id)
  }
}

/** @typedef {{ name: string, role: string, state: string, timeline: number }} Member @param {Member[]} members */
function rolesOf(members) {
  return members
    .filter(({ state }) => state === 'running' || state === 'streaming')
    .map(({ role }) => role)
    .toSorted()
}

/** @param {number} at @param {string} parent @param {import('./programs.mjs').Account} account @returns {Promise<Place>} */
async function makePlace(at, parent, { uid, gid }) {
  const name = `db${at}`
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o700 })
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid)
  const [client, peer] = [await findFreePort(), await findFreePort()]
  const [rest, postgresql] = [await findFreePort(), await findFreePort()]
  return { name, address: `10.0.0.2${at}`, folder, client, peer, rest, postgresql }
}

/**
 * The replacements that turn a documented file, which is that of db1, into the file of this machine on loopback.
 * @param {Place} place @param {Place[]} places @param {import('./programs.mjs').Programs} programs
 */
function replacementsFor(place, places, programs) {
  const toLoopback = (/** @type {number} */ port) => `127.0.0.1:${port}`
  const [first] = /** @type {[Place]} */ (places)
  const lists = {
    [places.map(({ address }) => `${address}:2379`).join()]: places.map(({ client }) => toLoopback(client)).join(),
    [places.map(({ name, address }) => `${name}=http://${address}:2380`).join()]: places
      .map(({ name, peer }) => `${name}=http://${toLoopback(peer)}`)
      .join(),
  }
  return {
    ...lists,
    [`ETCD_NAME=${first.name}`]: `ETCD_NAME=${place.name}`,
    [`\nname: ${first.name}\n`]: `\nname: ${place.name}\n`,
    [`${first.address}:2379`]: toLoopback(place.client),
    [`${first.address}:2380`]: toLoopback(place.peer),
    [`${first.address}:8008`]: toLoopback(place.rest),
    [`${first.address}:5432`]: toLoopback(place.postgresql),
    '/var/lib/etcd/gaffer': join(place.folder, 'etcd'),
    '/var/lib/postgresql/15/gaffer': join(place.folder, 'data'),
    '/usr/lib/postgresql/15/bin': programs.postgresql,
    '/run/postgresql': place.folder,
    '10.0.0.0/24': '127.0.0.1/32',
    SUPERUSER_PASSWORD: superuserPassword,
    REPLICATION_PASSWORD: 'replicator of this run',
  }
}

/** The process id of the postmaster; 0 while none runs. @param {Place} place */
function readPid({ folder }) {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return 0
    throw error
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    // The process no longer exists (ESRCH).
    return false
  }
}
