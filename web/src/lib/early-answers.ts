// Answers that were asked for while the page's scripts were still on their way. Each is given out once, to the read of
// the same address. Only what the server itself has just said counts; anything else is asked again, as if never asked.

import { readAtHeader } from './connection.ts'

/** After so long it is not what the server says now. */
const freshMs = 10_000
const timeoutMs = 150

type Early = { at: number; response: Promise<Response | null>; isHere: boolean }

const early = new Map<string, Early>()
const used = new Set<string>()
let asking: Promise<void> = Promise.resolve()
let isOver = false

/** Lets `plan` ask, unless the page itself has begun to read. */
export function beginEarly(plan: () => Promise<void>): void {
  if (!isOver) asking = plan()
}

/** Asks for an address. Gives a copy of the answer, or null where it is none that counts. */
export async function askEarly(address: string): Promise<Response | null> {
  if (isOver) return null
  const response = fetch(address, { headers: { accept: 'application/json' }, credentials: 'include' }).then(
    (answer) => (counts(answer) ? answer : null),
    () => null,
  )
  const own: Early = { at: Date.now(), response, isHere: false }
  early.set(address, own)
  const answer = await response
  own.isHere = answer !== null
  return answer?.clone() ?? null
}

/**
 * The addresses that are answered, once all is asked that will be. From here on the page asks for itself. To wait a
 * moment for those that are nearly here is quicker than to draw the page without them and then again.
 */
export async function answeredEarly(): Promise<string[]> {
  await asking
  isOver = true
  const all = Promise.all([...early.values()].map(({ response }) => response))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  return [...early].filter(([, { isHere }]) => isHere).map(([address]) => address)
}

/** Null where there is no answer, or none any more. */
export async function takeEarly(address: string): Promise<Response | null> {
  const found = early.get(address)
  early.delete(address)
  if (!found || Date.now() - found.at > freshMs) return null
  used.add(address)
  return found.response
}

/** What nobody has taken is too old from now on. Says what was taken since this was last asked. */
export function endEarly(): ReadonlySet<string> {
  early.clear()
  const taken = new Set(used)
  used.clear()
  return taken
}

/** A copy that was kept for reading without a network may be another member's, until it is known who is there. */
function counts(answer: Response): boolean {
  return answer.ok && !answer.headers.has(readAtHeader)
}
