// The key of one thing to be made: the same for every try of the same request, another one as soon as the request changes.

import { useState } from 'react'
import { newIdempotencyKey } from './request.ts'

export type IdempotencyKey = {
  /** The server refuses a key that comes again with a different body. */
  keyFor: (body: unknown) => string
  /** After it was made: the same body again makes another. */
  renew: () => void
}

export function makeIdempotencyKey(): IdempotencyKey {
  let last: { body: string; key: string } | null = null
  return {
    keyFor(body) {
      const sent = JSON.stringify(body)
      if (last?.body !== sent) last = { body: sent, key: newIdempotencyKey() }
      return last.key
    },
    renew() {
      last = null
    },
  }
}

/** One for as long as the form is on the page. */
export function useIdempotencyKey(): IdempotencyKey {
  const [key] = useState(makeIdempotencyKey)
  return key
}
