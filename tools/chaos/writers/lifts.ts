// Lifts to a gig: two riders ask for the last seat at once, and get out again.

import type { Lift } from '@gaffer/domain/lifts/lift'
import type { TestClient } from '../../../server/src/testing/test-client.ts'
import { createTestGig } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'

const car = { mode: 'drives', seats: 1, from: 'Leeds', leavesAt: '16:10' }

export const createLiftsWriter: WriterFactory = async (context, { send, sendOnce, tally }) => {
  const { owner } = context
  const { bandId, path, members } = await createSharedBand(context)
  const [driver, ...riders] = members as [(typeof members)[0], ...typeof members]
  const gig = await createTestGig(owner, bandId, { date: dateInDays(100) })
  const lifts = `${path}/events/${gig.id}/lifts`
  /** The last acknowledged mode of each lift, by membership. Deleted lifts are not in it. */
  const ledger = new Map<string, string>()
  await setLift(owner, driver.membershipId, car)

  async function setLift(client: TestClient, membershipId: string, lift: { mode: string }): Promise<number | null> {
    const response = await sendOnce([200, 409], (headers) => client.put(`${lifts}/${membershipId}`, lift, headers))
    if (response?.status === 200) ledger.set(membershipId, lift.mode)
    return response?.status ?? null
  }

  return {
    async write(turn) {
      const lift = { mode: 'rides', driverId: driver.membershipId }
      const statuses = await Promise.all(riders.map(({ client, membershipId }) => setLift(client, membershipId, lift)))
      const seated = statuses.filter((status) => status === 200).length
      if (seated > 1) tally.twice.push(`${seated} riders got one seat in turn ${turn}`)
      if (seated === 0 && !statuses.includes(null)) tally.lost.push(`Nobody got the free seat in turn ${turn}`)
      for (const { client, membershipId } of riders) {
        if (ledger.get(membershipId) !== 'rides' || turn % 5 === 4) continue
        if (await send([204], () => client.delete(`${lifts}/${membershipId}`))) ledger.delete(membershipId)
      }
      // When the driver stops, a trigger gives the rider the mode `needs`.
      if (turn % 5 !== 4) return
      await setLift(owner, driver.membershipId, { mode: 'own' })
      for (const [membershipId, mode] of ledger) if (mode === 'rides') ledger.set(membershipId, 'needs')
      await setLift(owner, driver.membershipId, car)
    },
    async compare() {
      const stored = (await owner.get(lifts)).body as Lift[]
      const storedModes = new Map(stored.map(({ membershipId, mode }) => [membershipId, mode as string]))
      const lost = members.flatMap(({ membershipId }) => {
        const [mode, expected] = [storedModes.get(membershipId), ledger.get(membershipId)]
        return mode === expected ? [] : [`The lift of ${membershipId} is ${mode}, acknowledged was ${expected}`]
      })
      const taken = stored.filter(({ driverId }) => driverId === driver.membershipId).length
      return { lost, twice: taken > 1 ? [`${taken} ride in a car with one seat`] : [] }
    },
  }
}
