// The package has no types. Declares only what the fake push service uses.

declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Throws if the keys do not fit or the body was changed. */
  export function decrypt(body: Buffer, options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
