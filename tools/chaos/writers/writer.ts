import { createTestBand, joinBand } from '../../../server/src/testing/builders.ts'
import type { TestClient } from '../../../server/src/testing/test-client.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import type { WriteFindings, RetryingSender } from './sender.ts'

export type Writer = {
  /** Sends the writes of one turn. Each client calls it repeatedly, with turn numbers of its own. */
  write(turn: number): Promise<void>
  /** Compares the acknowledged writes with the data on the server, after the last write. */
  compare(): Promise<WriteFindings>
  /** Compares data that may take minutes to settle: the jobs of a killed server run again after one minute. */
  compareSettled?(): Promise<WriteFindings>
}

/**
 * The server and the users of the writers of a round. `stopping` is aborted when the round ends: from then on, writers await the responses to
 * their sent requests, and not their effects, such as texts.
 */
export type WriterContext = { server: ServerUnderTest; owner: TestClient; others: TestClient[]; stopping: AbortSignal }

export type WriterFactory = (context: WriterContext, sender: RetryingSender) => Promise<Writer>

export type SharedBand = { bandId: string; path: string; members: { client: TestClient; membershipId: string }[] }

/** Creates new people, so that the limits per person start anew. */
export async function createWriterContext(server: ServerUnderTest, stopping: AbortSignal): Promise<WriterContext> {
  const [owner, ...others] = await Promise.all([
    server.createPerson('Vic'),
    server.createPerson('Ann'),
    server.createPerson('Ben'),
  ])
  return { server, owner, others, stopping }
}

/** Creates a band of the owner alone, whose changes make no notices. Returns its path. */
export async function createSoloBand({ owner }: WriterContext): Promise<string> {
  return `/api/bands/${(await createTestBand(owner)).id}`
}

/** Creates a band of all people of the round. The owner is the first of its members. */
export async function createSharedBand({ owner, others }: WriterContext): Promise<SharedBand> {
  const band = await createTestBand(owner)
  const members = [{ client: owner, membershipId: band.membership.id }]
  for (const client of others) {
    members.push({ client, membershipId: (await joinBand(owner, band.id, client)).id })
  }
  return { bandId: band.id, path: `/api/bands/${band.id}`, members }
}
