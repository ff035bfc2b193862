// Google identities in API responses, linked or pending. Their email address is always masked.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

const Provider = z.literal('google')
/** The masked email address; null if the provider has no verified one. */
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

/** The first letter and the domain: "cara@gmail.com" becomes "c•••@gmail.com". Null if `email` is no email address. */
export function maskEmail(email: string): string | null {
  const [, first, domain] = /^([^\s@])[^\s@]*@([^\s@]{1,253})$/u.exec(email) ?? []
  return first && domain ? `${first}•••@${domain}` : null
}
