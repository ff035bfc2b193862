// Requests to deps. Asked all at once, one dep says Yes and plays, and the others are too late. Asked one by one, the first dep does not
// answer in time, so the timer asks the second.

import { setTimeout as sleep } from 'node:timers/promises'
import type { DepRequest } from '@gaffer/domain/deps/dep'
import { isDatabaseUnavailable } from '../../../server/src/platform/db/errors.ts'
import { dateInDays } from '../dates.ts'
import { generatePhone } from '../server-under-test.ts'
import type { WriteFindings } from './sender.ts'
import { createSoloBand, type WriterFactory } from './writer.ts'

const readLinkPath = (text: string) => `/api/dep-links/${/\/dep\/([\w-]+)$/.exec(text)?.[1]}`

/** `expected` matches the statuses of the request and its three asks; null until a dep has said Yes or the time of the first dep ends. */
type AskedDeps = { path: string; mode: DepRequest['mode']; expected: RegExp | null; phones: string[] }

// Below the 20 texts an hour that a person and a band may ask for.
const maxRequests = 6
const waitMinutes = 4000

export const createDepRequestsWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner, server, stopping } = context
  const band = await createSoloBand(context)
  const requests: AskedDeps[] = []
  const followUps: Promise<void>[] = []

  async function addDep(): Promise<{ id: string; phone: string } | null> {
    const dep = { name: 'Tom', instrument: 'Drums', phone: generatePhone() }
    return (await sendOnce([201], (headers) => owner.post(`${band}/deps`, dep, headers)))?.body ?? null
  }

  async function askThreeDeps(mode: DepRequest['mode']): Promise<AskedDeps | null> {
    const deps = [await addDep(), await addDep(), await addDep()].filter((dep) => dep !== null)
    const gig = await sendOnce([201], (headers) =>
      owner.post(`${band}/events`, { type: 'public_gig', date: dateInDays(100), venue: 'The Brudenell' }, headers),
    )
    if (!gig || deps.length < 3) return null
    const path = `${band}/events/${gig.body.id}/dep-requests`
    const body = { depIds: deps.map(({ id }) => id), mode, instrument: 'drums', waitMinutes }
    if (!(await sendOnce([201], (headers) => owner.post(path, body, headers)))) return null
    const asked = { path, mode, expected: null, phones: deps.map(({ phone }) => phone) }
    requests.push(asked)
    return asked
  }

  /** Waits for the text that asks the dep. Null if the round ends first: a server may be killed after it has claimed the text. */
  async function waitForText(phone: string): Promise<string | null> {
    for (; !stopping.aborted; await sleep(50)) {
      const text = server.providers.sms.messages().findLast(({ to }) => to === phone)?.text
      if (text) return text
    }
    return null
  }

  /** The first dep says Yes, and then the second, who is too late. */
  async function fillRequest(asked: AskedDeps): Promise<void> {
    const texts = [await waitForText(asked.phones[0]!), await waitForText(asked.phones[1]!)]
    if (texts[0] && (await send([200], () => owner.post(readLinkPath(texts[0]!), { answer: 'yes' }))))
      // A dep whose text was not sent yet is still `waiting`.
      asked.expected = /^filled,yes,(covered|waiting),(covered|waiting)$/
    if (asked.expected && texts[1]) await send([409], () => owner.post(readLinkPath(texts[1]!), { answer: 'yes' }))
  }

  /** Sets the timer of the first dep to 0.3 s from now. When it ends, the server asks the second dep. */
  async function expireFirstAsk(asked: AskedDeps): Promise<void> {
    if (!(await waitForText(asked.phones[0]!))) return
    const eventId = asked.path.split('/').at(-2) as string
    await retryWhileUnavailable(() =>
      server.withDatabase((db) =>
        db.query(`
          with due as (select clock_timestamp() + interval '0.3 seconds' as at),
            request as (
              update dep_requests r set timer_at = due.at from due where r.event_id = '${eventId}' returning r.id),
            ask as (
              update dep_asks a set asked_at = due.at - interval '${waitMinutes} minutes' from due, request r
              where a.request_id = r.id and a.asked_at is not null)
          update jobs.job j set start_after = due.at from due
          where j.name = 'advance-deps' and j.data ->> 'eventId' = '${eventId}' and j.state in ('created', 'retry')`),
      ),
    )
    asked.expected = /^open,expired,asked,waiting$/
  }

  return {
    async write(turn) {
      if (turn >= maxRequests) {
        await sleep(100)
        await addDep()
        return
      }
      const asked = await askThreeDeps(turn === 1 ? 'all' : 'one-by-one')
      if (!asked) return
      followUps.push(turn === 1 ? fillRequest(asked) : expireFirstAsk(asked))
    },
    async compare() {
      await Promise.all(followUps)
      return { lost: [], twice: findRepeated() }
    },
    async compareSettled() {
      const lost: string[] = []
      for (const { path, expected } of requests) {
        if (!expected) continue
        const [request, ...more] = (await owner.get(path)).body as DepRequest[]
        const found = [request?.status, ...(request?.asks ?? []).map(({ status }) => status)].join()
        if (!expected.test(found)) lost.push(`${path} is ${found}, expected ${expected.source}`)
        if (more.length > 0) lost.push(`${path} has ${more.length + 1} requests`)
      }
      return { lost, twice: findRepeated() }
    },
  }

  /** Deps with more than one text, and deps who were texted though it was not their turn. */
  function findRepeated(): WriteFindings['twice'] {
    const deliveries = server.providers.sms.deliveries()
    return requests.flatMap(({ phones, mode }) =>
      phones.flatMap((phone, index) => {
        const count = deliveries.filter(({ to }) => to === phone).reduce((sum, one) => sum + one.count, 0)
        const maxTexts = mode === 'one-by-one' && index === 2 ? 0 : 1
        return count > maxTexts ? [`The dep at ${phone} got ${count} texts`] : []
      }),
    )
  }
}

async function retryWhileUnavailable(work: () => Promise<unknown>): Promise<void> {
  for (const began = Date.now(); ;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() - began > 30_000) throw error
      await sleep(50)
    }
  }
}
