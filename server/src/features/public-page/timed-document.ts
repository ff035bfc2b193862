// A cached document with its compressed bodies. A page with a form contains the second at which it is sent, so its bodies are reused within
// that second only.

import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { openedPlaceholder } from './enquiry-form.ts'

type Encoding = 'br' | 'gzip' | 'identity'

export class TimedDocument {
  /** The ETag of the page without the time. */
  readonly etag: string
  readonly #before: string
  readonly #after: string | null
  #second = -1
  readonly #bodies = new Map<Encoding, Buffer>()

  constructor(document: string) {
    this.etag = `W/"${hash('sha256', document, 'base64url')}"`
    const [before = '', after = null] = document.split(openedPlaceholder)
    this.#before = before
    this.#after = after
  }

  composeBody(encoding: Encoding, nowMs: number): Buffer {
    const second = this.#after === null ? 0 : Math.floor(nowMs / 1000)
    if (second !== this.#second) this.#bodies.clear()
    this.#second = second
    const cachedBody = this.#bodies.get(encoding)
    if (cachedBody) return cachedBody
    const body = compress(encoding, this.#textAt(second))
    this.#bodies.set(encoding, body)
    return body
  }

  #textAt(second: number): string {
    return this.#after === null ? this.#before : `${this.#before}name="opened" value="${second}"${this.#after}`
  }
}

function compress(encoding: Encoding, text: string): Buffer {
  if (encoding === 'gzip') return gzipSync(text)
  return encoding === 'br'
    ? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : Buffer.from(text)
}

const brotliPattern = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/
const gzipPattern = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/

/** The best encoding that the client accepts. */
export function selectEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (brotliPattern.test(accepted)) return 'br'
  return gzipPattern.test(accepted) ? 'gzip' : 'identity'
}
