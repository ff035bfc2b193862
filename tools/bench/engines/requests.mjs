/** @typedef {{ bandId: string, headers: Record<string, string> }} Member */

/**
 * Sends a request again, once, when its kept-alive connection was closed before a byte of the response came, as
 * browsers do.
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
const timeoutMs = 30_000

/**
 * Resolves with the headers and the body of the response; rejects if its status is not `expected`.
 * @param {string} address @param {RequestInit} request @param {number} expected
 */
export async function fetchExpecting(address, request, expected) {
  const response = await fetchAsBrowsers(address, { signal: AbortSignal.timeout(timeoutMs), ...request })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== expected) throw new Error(`${response.status} ${body.toString('utf8', 0, 120)}`)
  return { headers: response.headers, body }
}
