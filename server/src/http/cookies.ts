// The product's cookies: their names, attributes and lifetimes, in one place.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/limits'

const day = 24 * 60 * 60

/** Seconds that each cookie lives. */
const lifetimes = {
  session: limits.sessionSeconds,
  /** Binds a sign-in code to the browser that asked for it. */
  flow: 15 * 60,
  /** Binds a request to connect a Spotify account to the browser that made it. */
  spotify: limits.oauthStateSeconds,
  /** The invitation held while its owner signs in. */
  invite: limits.heldInvitationSeconds,
  /** Binds a sign-in with Google to the browser that began it. */
  google: limits.oauthStateSeconds,
  /** The new Google identity that waits for its person's phone. */
  identity: limits.waitingIdentitySeconds,
  /** Tells a browser that has signed in here before from a stranger's. */
  browser: 90 * day,
}
export type CookieName = keyof typeof lifetimes
const cookieNames = Object.keys(lifetimes) as CookieName[]
export const allCookiesCleared: CookieChanges = Object.fromEntries(cookieNames.map((name) => [name, null]))

export type CookieValues = { readonly [name in CookieName]?: string | undefined }
/** A string sets the cookie, null clears it. */
export type CookieChanges = { readonly [name in CookieName]?: string | null }

/** Routes pass `values` to services as plain strings, and set cookies from the services' results. */
export type Cookies = {
  values: CookieValues
  set(changes: CookieChanges): void
  /** All cookies that the browser sent, with masked values. */
  masked(): { name: string; value: string }[]
}

/** Whether cookies may travel over https only. Plain http stays usable on localhost and, with a warning, on a home network. */
export function areCookiesSecure(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost'
}

/** `__Host-` makes browsers insist on Secure, Path=/ and no Domain; they accept the prefix on https only. */
export function cookieName(publicUrl: string, name: CookieName): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}gaffer_${name}`
}

export function cookiesOf(publicUrl: string, request: FastifyRequest, reply: FastifyReply): Cookies {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: areCookiesSecure(publicUrl) } as const
  return {
    values: Object.fromEntries(cookieNames.map((name) => [name, request.cookies[cookieName(publicUrl, name)]])),
    set(changes) {
      for (const [key, value] of Object.entries(changes)) {
        const name = key as CookieName
        const fullName = cookieName(publicUrl, name)
        if (value === null) reply.clearCookie(fullName, options)
        else reply.setCookie(fullName, value, { ...options, maxAge: lifetimes[name] })
      }
    },
    masked: () => Object.entries(request.cookies).map(([name, value = '']) => ({ name, value: mask(value) })),
  }
}

function mask(value: string): string {
  const glimpse = value.length >= 16 ? value.slice(0, 2) : ''
  return `${glimpse}\u2026 (${value.length} characters)`
}
