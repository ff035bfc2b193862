// The idempotency key of a form: the same for retries of the same body, a new one when the body changes.

import { useState } from 'react'
import { generateIdempotencyKey } from './request.ts'

export type IdempotencyKeySource = {
  /** The key for a body. A different body gets a new key, because the server refuses a known key with a different body. */
  keyFor: (body: unknown) => string
  /** Call after a success: the same body then creates another object. */
  renew: () => void
}

export function makeIdempotencyKeySource(): IdempotencyKeySource {
  let last: { body: string; key: string } | null = null
  return {
    keyFor(body) {
      const bodyText = JSON.stringify(body)
      if (last?.body !== bodyText) last = { body: bodyText, key: generateIdempotencyKey() }
      return last.key
    },
    renew() {
      last = null
    },
  }
}

/** The source of a form's idempotency keys, kept while the form is mounted. */
export function useIdempotencyKeySource(): IdempotencyKeySource {
  const [source] = useState(makeIdempotencyKeySource)
  return source
}
