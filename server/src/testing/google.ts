// Google sign-in against the fake Google, step by step.

import type { TestResponse, TestClient } from './test-client.ts'
import { signInBySms } from './sms.ts'
import type { TestServer } from './test-server.ts'

/** Accounts of the fake Google. */
export type GooglePerson = 'ann' | 'ben' | 'cara' | 'dev'

/** Starts the sign-in; returns the authorization URL. */
export async function startGoogleSignIn(caller: TestClient, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
  const { status, headers, text } = await caller.get(`/auth/google${query}`)
  if (status !== 302) throw new Error(`/auth/google answered ${status} ${text}`)
  return new URL(headers.get('location') ?? '', caller.url)
}

/** Chooses an account at the fake of Google or Spotify, or cancels with null; returns path and query of the callback. */
export async function authorizeAtFake(address: URL, person: GooglePerson | null): Promise<string> {
  const body = new URLSearchParams(address.searchParams)
  if (person) body.set('person', person)
  const response = await fetch(`${address.origin}${address.pathname}/decision`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  const { pathname, search } = new URL(response.headers.get('location') ?? '')
  return pathname + search
}

export async function signInWithGoogle(
  caller: TestClient,
  person: GooglePerson | null,
  returnTo?: string,
): Promise<TestResponse> {
  return caller.get(await authorizeAtFake(await startGoogleSignIn(caller, returnTo), person))
}

/** Creates a user with a linked Google identity; their client is signed out. */
export async function createSignedOutGoogleUser(
  server: TestServer,
  person: GooglePerson,
): Promise<{ browser: TestClient; userId: string; phone: string }> {
  const { user } = await server.createUser()
  const browser = server.newClient()
  await signInWithGoogle(browser, person)
  await signInBySms(browser, user.phone, { linkGoogle: true })
  await browser.post('/auth/logout')
  return { browser, userId: user.id, phone: user.phone }
}

/** Deletes all linked and pending identities and all sign-in codes, and ends the faults of the fake. */
export async function deleteIdentitiesAndResetGoogle(server: TestServer): Promise<void> {
  await server.services.db`delete from identities`
  await server.services.db`delete from pending_identities`
  await server.services.db`delete from outgoing_messages where purpose = 'sign-in code'`
  await setGoogleFaults(await startGoogleSignIn(server.newClient()), {})
}

/** Makes the fake issue invalid tokens ("signature", "nonce", …) or fail ({ kind: 'hang' }, …); null ends the fault. */
export async function setGoogleFaults(
  { origin }: URL,
  { tokenFault = null, fault = null }: { tokenFault?: string | null; fault?: object | null },
): Promise<void> {
  await fetch(`${origin}/control/id-token-fault`, toJsonRequest({ fault: tokenFault }))
  await fetch(`${origin}/control/fault`, fault ? toJsonRequest(fault) : { method: 'DELETE' })
}

function toJsonRequest(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
