/** @typedef {{ bandId: string, headers: Record<string, string> }} Member */

/**
 * Sends a request again, once, when its kept-alive connection was closed before a byte of the answer came. Browsers do
 * the same.
 * @param {string} address @param {RequestInit} request
 */
export async function fetchAsBrowsers(address, request) {
  try {
    return await fetch(address, request)
  } catch (error) {
    const { cause } = /** @type {{ cause?: { code?: string } }} */ (error)
    if (cause?.code !== 'UND_ERR_SOCKET' && cause?.code !== 'ECONNRESET') throw error
    return fetch(address, request)
  }
}

/** Longer than the deadlines of the server, also for a recording whose file it reads first. */
const longestMs = 30_000

/**
 * Resolves with the answer and its body if it has the status.
 * @param {string} address @param {RequestInit} request @param {number} expected
 */
export async function fetchExpecting(address, request, expected) {
  const answer = await fetchAsBrowsers(address, { signal: AbortSignal.timeout(longestMs), ...request })
  const body = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== expected) throw new Error(`${answer.status} ${body.toString('utf8', 0, 120)}`)
  return { headers: answer.headers, body }
}
