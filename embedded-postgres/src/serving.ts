// Brings PostgreSQL to the point where it serves and this Gaffer owns it, from whatever state the last one left.
// Knows nothing of what happens afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { tryClaim, type Claim } from './claim.ts'
import { AlreadyRunning, EmbeddedPostgresError } from './errors.ts'
import type { Places } from './places.ts'
import { findPostmaster, launchPostmaster, stopPostmaster, type Launched } from './postmaster.ts'
import type { Address } from './settings.ts'
import { secureFolder } from './socket-folder.ts'

export type Server = {
  dataDir: string
  places: Places
  account: Account | undefined
  binaries: Binaries
  password: string | undefined
  address: Address
  launched: Launched | undefined
  log: (line: string) => void
}

/** A killed Gaffer's lock falls with its connection, which takes the kernel a moment. */
const patienceWithOwner = 2_000
/** What a killed PostgreSQL left behind goes away by itself in less. */
const patienceWithLeftovers = 30_000
const patienceWithSilence = 3_000

/** Resolves with the lock once PostgreSQL answers. Throws AlreadyRunning, or a sentence when it cannot start. */
export async function serve(server: Server, signal: AbortSignal): Promise<Claim> {
  const began = Date.now()
  let heldSince: number | undefined
  let silentSince: number | undefined
  let nextNews = began + 5_000
  for (;;) {
    signal.throwIfAborted()
    const answer = await tryClaim(server.address, server.password)
    if (typeof answer === 'object') {
      server.launched = undefined
      return answer
    }
    const now = Date.now()
    heldSince = answer === 'held' ? (heldSince ?? now) : undefined
    silentSince = answer === 'absent' ? (silentSince ?? now) : undefined
    if (heldSince && now - heldSince >= patienceWithOwner) throw new AlreadyRunning(server.dataDir)
    if (silentSince) await wake(server, now - silentSince)
    if (now >= nextNews) {
      server.log(`Waiting for PostgreSQL (${answer}), ${Math.round((now - began) / 1000)} s so far`)
      nextNews = now + 10_000
    }
    await sleep(answer === 'held' ? 100 : 15)
  }
}

/** Nobody listens at the address: start PostgreSQL, unless it is on its way. */
async function wake(server: Server, silence: number): Promise<void> {
  const { data } = server.places
  const found = await findPostmaster(data)
  if (found) {
    // Its socket appears before it is ready; one that is ready and silent has lost it (an emptied /tmp).
    if (!found.isReady || silence < patienceWithSilence) return
    server.log('PostgreSQL runs but cannot be reached: starting it again')
    return stopPostmaster(data, server.binaries)
  }
  const { launched } = server
  const words = launched?.lastWords()
  if (launched && words === undefined) return
  if (words !== undefined) {
    const isPassing = /shared memory|lock file|Address already in use/i.test(words)
    if (!isPassing || silence > patienceWithLeftovers) {
      server.launched = undefined
      throw new EmbeddedPostgresError(`PostgreSQL does not start (${server.places.log}): ${words}`)
    }
    server.log('PostgreSQL did not start: retrying while processes or locks of an earlier PostgreSQL remain')
    await sleep(250)
  }
  if (server.address.socketFolder) await secureFolder(server.address.socketFolder, server.account)
  server.launched = await launchPostmaster(server.places, server.address, server.binaries, server.account)
}
