import { reachFor } from '#providers/public-address.ts'
import {
  fetchPublic,
  PublicFetchError,
  type PublicFetchReason,
  type PublicRequest,
  type Resolve,
} from '#providers/public-fetch.ts'

/** Plain http and private addresses, as with ALLOW_PRIVATE_FETCH. */
export const anywhere = reachFor({ allowPrivateFetch: true })

/** DNS that answers every name with these addresses. */
export const at =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Why the request fails; throws if it succeeds. */
export async function reasonOf(url: string, request: Partial<PublicRequest> = {}): Promise<PublicFetchReason> {
  const error: unknown = await fetchPublic(url, { reach: anywhere, ...request }).then(
    ({ status }) => `answered ${status}`,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PublicFetchError)) throw new Error(`not a PublicFetchError: ${String(error)}`)
  return error.reason
}
