// Whom a request is counted for: a session that has come through a gate here, or else an address. Looks no session up before
// it is counted: it remembers what the gates said.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { hashSecret } from '#platform/keys.ts'
import { addressBlock } from './address.ts'
import { putLast } from './put-last.ts'
import type { RequestCounts } from './request-counts.ts'
import { claimOf } from './serve.ts'

const perMinute = { session: 600, signedOut: 120 }
const mostRemembered = 5000

const madeUpAt = (address: string) => `made up at ${address}`

declare module 'fastify' {
  interface FastifyContextConfig {
    provesSession?: boolean
  }
}

/**
 * A session that no gate here has seen is taken at its word where one is about to look at it, because a crowd may come back at
 * once from one address. Those that turn out to be made up count for the address they come from, as many as it may ask signed
 * out: then all from there wait that no gate has seen.
 */
export function knowCallers(app: FastifyInstance, deps: Deps, counts: RequestCounts) {
  const letIn = new Map<string, true>()
  const sessions = new WeakMap<FastifyRequest, string | null>()

  app.addHook('onResponse', (request, { statusCode }, done) => {
    const session = sessions.get(request)
    if (session && request.routeOptions.config.provesSession) {
      if (statusCode === 401) {
        letIn.delete(session)
        counts.count(madeUpAt(addressBlock(request.ip)), perMinute.signedOut)
      } else if (statusCode < 400) putLast(letIn, session, true, mostRemembered)
    }
    done()
  })

  function nameOf(request: FastifyRequest): string {
    const [session, address] = [sessionOf(request), addressBlock(request.ip)]
    sessions.set(request, session)
    if (!session || letIn.has(session)) return session ?? address
    if (!request.routeOptions.config.provesSession) return address
    const madeUp = madeUpAt(address)
    return counts.isUsedUp(madeUp, perMinute.signedOut) ? madeUp : session
  }

  function sessionOf(request: FastifyRequest): string | null {
    const claim = claimOf(deps, request)
    if (!claim) return null
    return 'sessionId' in claim ? claim.sessionId : hashSecret(claim.tokenHash.toString('hex')).toString('base64url')
  }

  const mostOf = (request: FastifyRequest, name: string) =>
    name === sessions.get(request) ? perMinute.session : perMinute.signedOut
  return { nameOf, mostOf }
}
