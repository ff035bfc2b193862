// Limits the memory for a provider's response.

/** Bytes. Expected responses are a token, a list of keys or an error. */
export const largestReply = 256 * 1024

/** The body as text, or '' if it exceeds the limit. */
export async function readAtMost(response: Response, limit = largestReply): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream and with it the connection.
    if (size > limit) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
