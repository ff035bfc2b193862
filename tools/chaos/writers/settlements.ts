// Settlements that are settled and reopened, and ledger entries that are written and reversed.

import { randomUUIDv7 } from 'node:crypto'
import type { Balance, Ledger, LedgerEntry } from '@gaffer/domain/money/ledger'
import type { TestResponse } from '../../../server/src/testing/test-client.ts'
import { createTestGig } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import type { RetryingSender, WriteFindings } from './sender.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'

type GigSettlement = { status: 'draft' | 'settled'; feePence: number; times: number }

export const createSettlementsWriter: WriterFactory = async (context, sender) => {
  const { owner } = context
  const { bandId, path, members } = await createSharedBand(context)
  const gigs: string[] = []
  for (const days of [-2, -3]) gigs.push((await createTestGig(owner, bandId, { date: dateInDays(days) })).id)
  const settlements = new Map<string, GigSettlement>(gigs.map((id) => [id, { status: 'draft', feePence: 0, times: 0 }]))
  /** Whether each ledger entry was reversed, by its id. */
  const reversedById = new Map<string, boolean>()

  async function settleOrReopen(turn: number): Promise<void> {
    const eventId = gigs[turn % gigs.length] as string
    const settlement = settlements.get(eventId) as GigSettlement
    const address = `${path}/events/${eventId}/settlement`
    if (settlement.status === 'settled') {
      if (await sendTwice(sender, () => owner.post(`${address}/reopen`))) settlement.status = 'draft'
      return
    }
    const feePence = 10_001 + turn
    const shares = members.map(({ membershipId }) => ({ membershipId, weight: 1 }))
    const draft = { feePence, agentPercent: 15, potPercent: 10, shares }
    if (!(await sender.sendOnce([200], (headers) => owner.put(address, draft, headers)))) return
    if (!(await sendTwice(sender, () => owner.post(`${address}/settle`)))) return
    Object.assign(settlement, { status: 'settled', feePence, times: settlement.times + 1 })
  }

  async function writeLine(turn: number): Promise<void> {
    const { client, membershipId } = members[turn % members.length]!
    const id = randomUUIDv7()
    const line =
      turn % 2 === 0
        ? { id, kind: 'expense', pence: 100 + turn, note: `Turn ${turn}` }
        : { id, kind: 'payment', pence: 1 + turn, membershipId, method: 'cash' }
    const caller = turn % 2 === 0 ? client : owner
    if (!(await sender.send([201], () => caller.post(`${path}/ledger`, line)))) return
    reversedById.set(id, false)
    if (turn % 3 !== 0) return
    const reversed = await sender.sendOnce([201], (headers) =>
      owner.post(`${path}/ledger/${id}/reverse`, undefined, headers),
    )
    if (reversed) reversedById.set(id, true)
  }

  async function readLedger(): Promise<Ledger> {
    const { body } = await owner.get(`${path}/ledger`)
    const ledger = body as Ledger
    for (let page = ledger.entries; page.length > 0;) {
      page = (await owner.get(`${path}/ledger?before=${page.at(-1)?.id}`)).body.entries
      ledger.entries.push(...page)
    }
    return ledger
  }

  return {
    async write(turn) {
      await (turn % 2 === 0 ? settleOrReopen(turn / 2) : writeLine((turn - 1) / 2))
    },
    async compare() {
      const { entries, balances, potPence } = await readLedger()
      const { lost, twice } = findMoneyProblems({ entries, balances, potPence })
      const reversed = new Set(entries.map(({ reverses }) => reverses))
      for (const [id, isReversed] of reversedById) {
        if (!entries.some((entry) => entry.id === id)) lost.push(`The line ${id} is gone`)
        if (reversed.has(id) !== isReversed) (isReversed ? lost : twice).push(`The reversal of the line ${id}`)
      }
      for (const [eventId, { status, feePence, times }] of settlements) {
        const fees = entries.filter((entry) => entry.eventId === eventId && entry.kind === 'fee')
        const open = fees.filter(({ id }) => !reversed.has(id))
        if (fees.length !== times)
          (fees.length > times ? twice : lost).push(
            `${eventId} was settled ${times} times, and has ${fees.length} fees`,
          )
        if (open.length !== (status === 'settled' ? 1 : 0))
          (open.length > 1 ? twice : lost).push(`${eventId} is ${status} with ${open.length} open fees`)
        if (status === 'settled' && open[0]?.pence !== feePence)
          lost.push(`${eventId} has another fee than ${feePence}`)
      }
      const known = new Set(reversedById.keys())
      const extra = entries.filter(({ id, kind }) => (kind === 'expense' || kind === 'payment') && !known.has(id))
      return { lost, twice: [...twice, ...extra.map(({ id }) => `The line ${id} was never acknowledged`)] }
    },
  }
}

/** Sends the request twice at once, without idempotency keys: one may succeed, the other gets 409. */
async function sendTwice({ send, tally }: RetryingSender, request: () => Promise<TestResponse>): Promise<boolean> {
  const responses = await Promise.all([0, 1].map(() => send([200, 409], request)))
  const done = responses.filter((response) => response?.status === 200).length
  if (done > 1) tally.twice.push('Two clients settled or reopened one settlement')
  // Both may get 409: the first attempt of one took effect but its response was lost, and its retry was refused.
  return responses.every((response) => response !== null)
}

type ComparedEntry = Pick<LedgerEntry, 'id' | 'kind' | 'personId' | 'reverses' | 'eventId' | 'pence' | 'potPence'>
type WholeLedger = {
  entries: readonly ComparedEntry[]
  balances: readonly Pick<Balance, 'personId' | 'displayName' | 'owedPence'>[]
  potPence: number
}

/** Finds balances and a pot that are not the sums of their entries, repeated entries and reversals, and splits that do not add up. */
export function findMoneyProblems({ entries, balances, potPence }: WholeLedger): WriteFindings {
  const lost: string[] = []
  for (const { personId, displayName, owedPence } of balances) {
    const own = entries.filter((entry) => entry.personId === personId)
    const sumPence = own.reduce((sum, entry) => sum + entry.pence, 0)
    if (sumPence !== owedPence) lost.push(`${displayName} is owed ${owedPence}, and the lines come to ${sumPence}`)
  }
  const pot = entries.reduce((sum, entry) => sum + entry.potPence, 0)
  if (pot !== potPence) lost.push(`The pot has ${potPence}, and the lines come to ${pot}`)
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  const open = entries.filter(({ id, kind }) => kind !== 'reversal' && !reversed.has(id))
  for (const [eventId, lines] of Map.groupBy(open, (entry) => entry.eventId)) {
    if (eventId === null) continue
    const fee = lines.find(({ kind }) => kind === 'fee')?.pence ?? 0
    const parts = lines.filter(({ kind }) => kind !== 'fee').reduce((sum, one) => sum + one.pence + one.potPence, 0)
    if (parts !== fee) lost.push(`The settlement of ${eventId} splits ${fee} into ${parts}`)
  }
  const keys = entries.flatMap(({ id, reverses }) => [
    `the line ${id}`,
    ...(reverses === null ? [] : [`the reversal of ${reverses}`]),
  ])
  const repeated = keys.filter((key, at) => keys.indexOf(key) !== at)
  return { lost, twice: repeated.map((key) => `The ledger has ${key} twice`) }
}
