// Google identities as the pages see them: linked to an account, or waiting for consent. The address is always masked.

import * as z from 'zod/mini'
import { Id, Timestamp } from './common-schemas.ts'

const Provider = z.literal('google')
/** Masked; null where the provider gave none, or gave one that it has not verified. */
const MaskedEmail = z.nullable(z.string())

export const PendingIdentity = z.strictObject({ provider: Provider, email: MaskedEmail })
export type PendingIdentity = z.infer<typeof PendingIdentity>

export const LinkedIdentity = z.strictObject({
  id: Id,
  provider: Provider,
  email: MaskedEmail,
  linkedAt: Timestamp,
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

/** The first letter and the domain: "cara@gmail.com" becomes "c•••@gmail.com". Null for what is no address. */
export function maskEmail(email: string): string | null {
  const [, first, domain] = /^([^\s@])[^\s@]*@([^\s@]{1,253})$/u.exec(email) ?? []
  return first && domain ? `${first}•••@${domain}` : null
}
