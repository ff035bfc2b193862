// The PostgreSQL that comes with Gaffer: started or adopted, claimed for this one Gaffer, watched, and stopped last.
// Knows nothing of tables: it hands out a database called gaffer, empty or as it was left.
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresAccount, type Account } from './account.ts'
import { findBinaries } from './binaries.ts'
import { hostAndPort, isListening, type Claim } from './claim.ts'
import { ensureCluster, removeDrafts, superuserPassword } from './cluster.ts'
import { applicationRole, databaseName, ensureDatabase } from './database.ts'
import { AlreadyRunning } from './errors.ts'
import { preparePlaces, type Places } from './places.ts'
import { boundLog, findPostmaster, readNotice, stopPostmaster } from './postmaster.ts'
import { serve, type Server } from './serving.ts'
import type { Address } from './settings.ts'
import { prepareSocketFolder } from './socket-folder.ts'
import { withStartupLock } from './startup-lock.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Gets a sentence at each turn: started, lost, back. */
  log: (line: string) => void
  /** Called when the database is lost for good: another Gaffer took the folder while PostgreSQL was down. */
  onLost?: (error: Error) => void
}

export type EmbeddedPostgres = {
  /** Options for postgres.js or node-postgres. A host that starts with "/" is the folder of the Unix socket. */
  connection: { host: string; port: number; user: string; database: string; password?: string }
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on the folder, or adopts the one that a killed Gaffer left, and keeps it running until `stop`.
 * Throws AlreadyRunning while another Gaffer uses the folder, and EmbeddedPostgresError, with one sentence, for the rest.
 */
export async function startEmbedded({ dataDir, log, onLost }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  const stopping = new AbortController()
  const { server, first } = await withStartupLock(folder, async () => {
    const prepared = await prepare(folder, log)
    const claimed = await serve(prepared, stopping.signal)
    await ensureDatabase(claimed.client, prepared.password)
    return { server: prepared, first: claimed }
  })
  await removeDrafts(server.places)

  const watching = watch(server, first, stopping.signal).catch((error: Error) => {
    log(error.message)
    onLost?.(error)
    return undefined
  })
  const bound = () => void boundLog(server.places.log).catch((error: Error) => log(error.message))
  const logKeeper = setInterval(bound, 600_000).unref()
  return {
    connection: connectionTo(server),
    async stop() {
      clearInterval(logKeeper)
      stopping.abort()
      const claim = await watching
      // The lock is held to the end, so that nobody adopts what is about to stop. Without it, it isn't ours to stop.
      if (claim || server.launched) await stopPostmaster(server.places.data, server.binaries, server.launched)
      await claim?.release()
    },
  }
}

/** For a program beside the Gaffer that has the folder: where its database is. That one must be running. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedPostgres['connection']> {
  return connectionTo(await prepare(resolve(dataDir), () => undefined))
}

function connectionTo({ address, password }: Server): EmbeddedPostgres['connection'] {
  return {
    ...hostAndPort(address),
    user: applicationRole,
    database: databaseName,
    ...(password && { password }),
  }
}

async function prepare(dataDir: string, log: (line: string) => void): Promise<Server> {
  const account = await postgresAccount()
  const [places, binaries] = await Promise.all([preparePlaces(dataDir, account, log), findBinaries(account)])
  await ensureCluster(places, binaries, account, log)
  const password = await superuserPassword(places)
  const address = await chooseAddress(places, account)
  return { dataDir, places, account, binaries, password, address, launched: undefined, log }
}

/** Where a PostgreSQL of this folder listens already, else where the next one will. */
async function chooseAddress(places: Places, account: Account | undefined): Promise<Address> {
  const noted = (await readNotice(places.data))?.address
  // Its process may be out of our sight (another container on one volume) while its socket is not.
  if (noted && ((await findPostmaster(places.data)) || (await isListening(noted)))) return noted
  if (process.platform === 'win32') return { socketFolder: '', port: await freePort() }
  return { socketFolder: await prepareSocketFolder(places.home, account), port: 5432 }
}

/**
 * Brings PostgreSQL back whenever it is gone; the lost lock is the signal, for one that we started and one that we adopted
 * alike. Once stopping, resolves with the claim that is held then. Throws AlreadyRunning.
 */
async function watch(server: Server, first: Claim, stopping: AbortSignal): Promise<Claim | undefined> {
  const stopped = new Promise((done) => stopping.addEventListener('abort', done))
  for (let claim = first; ;) {
    await Promise.race([claim.lost, stopped])
    if (stopping.aborted) return claim
    await claim.release()
    server.log('PostgreSQL is gone: starting it again')
    const next = await serveAgain(server, stopping)
    if (!next) return undefined
    claim = next
    server.log('PostgreSQL is back')
  }
}

/** Tries until it works (a full disk may be emptied), or until stopping. */
async function serveAgain(server: Server, stopping: AbortSignal): Promise<Claim | undefined> {
  for (let pause = 250; !stopping.aborted; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await serve(server, stopping)
    } catch (error) {
      if (error instanceof AlreadyRunning) throw error
      if (stopping.aborted) return undefined
      server.log((error as Error).message)
      await sleep(pause)
    }
  }
  return undefined
}

function freePort(): Promise<number> {
  const { promise, resolve: found, reject } = Promise.withResolvers<number>()
  const probe = createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() =>
      address && typeof address === 'object' ? found(address.port) : reject(new Error('no free port')),
    )
  })
  return promise
}
