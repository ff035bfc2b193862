// An S3 store on loopback: Ceph with one monitor, two OSDs, which each have a copy of every object, and one or two gateways.

import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { S3 } from '@aws-sdk/client-s3'
import { findFreePort } from '@gaffer/fakes/free-port'
import { buildCephConfiguration, pools } from './ceph-configuration.mjs'
import { endProcess, startProcess, waitUntil } from './processes.mjs'

const run = promisify(execFile)
const osdNumbers = [0, 1]

/** @typedef {'monitor' | 'osd 0' | 'osd 1' | 'gateway 0' | 'gateway 1'} Daemon */
/** @typedef {Awaited<ReturnType<typeof startCeph>>} Ceph */

/**
 * @param {import('./programs.mjs').Programs} programs @param {string} parent
 * @param {{ account: import('./programs.mjs').Account, gateways: 1 | 2 }} options
 */
export async function startCeph(programs, parent, { account, gateways }) {
  const folder = join(parent, 'ceph')
  for (const path of ['', 'log', 'mon', 'osd', 'osd/0', 'osd/1', 'tmp']) makeFolder(join(folder, path), account)
  const ports = { monitor: await findFreePort(), osds: await findFreePort(), gateways: /** @type {number[]} */ ([]) }
  for (let number = 0; number < gateways; number += 1) ports.gateways.push(await findFreePort())
  const fsid = randomUUID()
  const configuration = join(folder, 'ceph.conf')
  writeFileSync(configuration, buildCephConfiguration({ folder, fsid, ports }))
  const runOptions = { ...account, cwd: folder, timeout: 60_000 }
  const call = async (/** @type {import('./programs.mjs').Program} */ name, /** @type {string[]} */ ...args) =>
    (await run(programs[name], args, runOptions)).stdout
  /** @type {Map<Daemon, import('node:child_process').ChildProcess>} */
  const running = new Map()
  const settings = { bucket: 'gaffer', region: 'us-east-1', accessKeyId: 'gaffer', secretAccessKey: generateKey() }

  await makeKeys()
  await call('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${ports.monitor}]`, 'monmap')
  await call('ceph-mon', '-c', configuration, '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring.mon')
  start('monitor')
  await makeOsds()
  for (const number of osdNumbers) start(/** @type {Daemon} */ (`osd ${number}`))
  const user = ['--uid', 'gaffer', '--display-name', 'Gaffer', '--access-key', settings.accessKeyId]
  const secret = ['--secret-key', settings.secretAccessKey]
  await call('radosgw-admin', '-c', configuration, '-n', 'client.rgw.0', 'user', 'create', ...user, ...secret)
  for (const number of ports.gateways.keys()) start(/** @type {Daemon} */ (`gateway ${number}`))
  const endpoints = ports.gateways.map((port) => `http://127.0.0.1:${port}`)
  for (const endpoint of endpoints)
    await waitUntil('Starting a gateway', async () => (await fetch(endpoint)).status === 200)
  await createBucket()

  return {
    gatewayPorts: ports.gateways,
    endpoints,
    settings,
    start,
    /** Sends SIGKILL, and resolves once the process has ended. @param {Daemon} name @returns {Promise<void>} */
    kill: (name) => endProcess(findDaemon(name), 'SIGKILL'),
    waitUntilCopied,
    async stop() {
      for (const child of [...running.values()].toReversed()) await endProcess(child, 'SIGKILL')
    },
  }

  /** @param {Daemon} name */
  function start(name) {
    const [kind, number = ''] = name.split(' ')
    const [program, ...args] = /** @type {[import('./programs.mjs').Program, ...string[]]} */ (
      kind === 'monitor'
        ? ['ceph-mon', '-i', 'a']
        : kind === 'osd'
          ? ['ceph-osd', '-i', number]
          : ['radosgw', '-n', `client.rgw.${number}`]
    )
    const log = join(folder, 'log', `${name}.out`)
    running.set(
      name,
      startProcess(programs[program], ['-c', configuration, ...args, '-f'], { account, cwd: folder, log }),
    )
  }

  /** @param {Daemon} name */
  function findDaemon(name) {
    const child = running.get(name)
    if (!child) throw new Error(`Ceph has no ${name}`)
    return child
  }

  /** Makes the keys of all daemons before the first start of the monitor, which imports them. */
  async function makeKeys() {
    const all = ['mon', 'osd', 'mgr'].flatMap((daemon) => ['--cap', daemon, 'allow *'])
    const osd = ['--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *']
    const gateway = ['--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx']
    await call('ceph-authtool', '-C', 'keyring.mon', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    await call('ceph-authtool', '-C', 'keyring', '--gen-key', '-n', 'client.admin', ...all)
    for (const number of osdNumbers) await call('ceph-authtool', 'keyring', '--gen-key', '-n', `osd.${number}`, ...osd)
    for (const number of ports.gateways.keys())
      await call('ceph-authtool', 'keyring', '--gen-key', '-n', `client.rgw.${number}`, ...gateway)
    await call('ceph-authtool', 'keyring.mon', '--import-keyring', 'keyring')
  }

  async function makeOsds() {
    const ids = osdNumbers.map(() => randomUUID())
    const osdCreations = ids.map((id, number) =>
      call('ceph-osd', '-c', configuration, '-i', String(number), '--mkfs', '--osd-uuid', id),
    )
    await runCommands([
      ...ids.map((id, number) => `osd new ${id} ${number}`),
      // Created before the gateways start: a gateway without pools creates them during its first requests, which then take seconds.
      ...pools.flatMap(({ name, groups }) => [
        `osd pool create ${name} ${groups}`,
        `osd pool application enable ${name} rgw`,
      ]),
    ])
    await Promise.all(osdCreations)
  }

  /** Runs commands over one connection to the monitor. @param {string[]} commands */
  async function runCommands(commands) {
    const execution = run(programs.ceph, ['-c', configuration, '-f', 'json', '--connect-timeout', '20'], runOptions)
    const killCommand = () => void execution.child.kill('SIGKILL')
    process.once('exit', killCommand)
    execution.child.once('exit', () => process.off('exit', killCommand))
    execution.child.stdin?.end(`${commands.join('\n')}\n`)
    const { stdout, stderr } = await execution
    if (/^Error E/m.test(stderr)) throw new Error(`Ceph refused a command: ${stderr.slice(-1000)}`)
    return stdout
  }

  /** Resolves with the seconds until both OSDs run and every object has its two copies. @returns {Promise<number>} */
  async function waitUntilCopied() {
    const began = performance.now()
    await waitUntil('The start of the OSDs', async () => JSON.parse(await runCommands(['osd stat'])).num_up_osds === 2)
    const groups = pools.flatMap((pool, at) => Array.from({ length: pool.groups }, (_, group) => `${at + 1}.${group}`))
    for (const group of groups)
      await waitUntil('Copying what an OSD missed', async () => {
        const found = await call('ceph', '-c', configuration, '-f', 'json', 'tell', group, 'query')
        return JSON.parse(found).state === 'active+clean'
      })
    return (performance.now() - began) / 1000
  }

  async function createBucket() {
    const { region, bucket, ...credentials } = settings
    const s3 = new S3({ endpoint: endpoints[0] ?? '', region, credentials, forcePathStyle: true })
    await s3.createBucket({ Bucket: bucket })
    s3.destroy()
  }
}

const generateKey = () => randomBytes(20).toString('hex')

/** @param {string} path @param {import('./programs.mjs').Account} account */
function makeFolder(path, { uid, gid }) {
  mkdirSync(path, { mode: 0o700, recursive: true })
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
}
