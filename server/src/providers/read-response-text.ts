// Reads a provider's response, with a limit on its memory.

/** Expected responses are small: a token, a list of keys or an error. */
export const maxReplyBytes = 256 * 1024

/** The body as text, or '' if it exceeds the limit. */
export async function readResponseTextOrEmpty(response: Response, limit = maxReplyBytes): Promise<string> {
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

/** Undefined for an empty or invalid text. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The text is not JSON: callers that need JSON reject the response, and other callers use only its status.
    return undefined
  }
}
