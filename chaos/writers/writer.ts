import { aBand, joinBand } from '../../server/src/testing/builders.ts'
import type { TestClient } from '../../server/src/testing/test-client.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import type { Findings, Sender } from './sender.ts'

export type Writer = {
  /** Writes something. Called again and again, by each client with its own numbers. */
  write(turn: number): Promise<void>
  /** Compares what was acknowledged with what the server has, after the last write. */
  compare(): Promise<Findings>
  /** Compares what may take minutes: the jobs of a server that was killed run again after one minute. */
  compareSettled?(): Promise<Findings>
}

/** The people of a round. Only the owner writes without others to notify: in a band of their own. */
export type Scene = { server: ServerUnderTest; owner: TestClient; others: TestClient[] }

export type MakeWriter = (scene: Scene, sender: Sender) => Promise<Writer>

export type Team = { bandId: string; path: string; members: { client: TestClient; membershipId: string }[] }

/** New people, so that the limits per person start anew. */
export async function createScene(server: ServerUnderTest): Promise<Scene> {
  const people: TestClient[] = []
  for (const name of ['Vic', 'Ann', 'Ben']) people.push(await server.createPerson(name))
  const [owner, ...others] = people as [TestClient, ...TestClient[]]
  return { server, owner, others }
}

/** A band of the owner alone. */
export async function createBand({ owner }: Scene): Promise<string> {
  return `/api/bands/${(await aBand(owner)).id}`
}

/** A band with everyone; the owner is the first member. */
export async function createTeam({ owner, others }: Scene): Promise<Team> {
  const band = await aBand(owner)
  const members = [{ client: owner, membershipId: band.membership.id }]
  for (const client of others) {
    members.push({ client, membershipId: (await joinBand(owner, band.id, client)).id })
  }
  return { bandId: band.id, path: `/api/bands/${band.id}`, members }
}
