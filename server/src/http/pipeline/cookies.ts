import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@gaffer/domain/shared/limits'

const daySeconds = 24 * 60 * 60

/** Max-Age of each cookie in seconds. */
const maxAgeSeconds = {
  session: limits.sessionSeconds,
  /** Binds a sign-in code to the browser that requested it. */
  flow: 15 * 60,
  /** Binds a request to connect a Spotify account to the browser that made it. */
  spotify: limits.oauthStateSeconds,
  /** Holds the invitation token until the invited user has signed in. */
  invite: limits.heldInvitationSeconds,
  /** Binds a Google sign-in to the browser that started it. */
  google: limits.oauthStateSeconds,
  /** Holds a new Google identity until the user has verified a phone number. */
  identity: limits.pendingIdentitySeconds,
  /** Marks a browser that has signed in before: its wrong codes have a limit of their own. */
  browser: 90 * daySeconds,
}
export type CookieKey = keyof typeof maxAgeSeconds
const cookieNames = Object.keys(maxAgeSeconds) as CookieKey[]
export const allCookieDeletions: CookieChanges = Object.fromEntries(cookieNames.map((name) => [name, null]))

export type CookieValues = { readonly [name in CookieKey]?: string | undefined }
/** A string sets the cookie, null clears it. */
export type CookieChanges = { readonly [name in CookieKey]?: string | null }

/** Routes pass `values` to service functions as plain strings, and set cookies from their results. */
export type Cookies = {
  values: CookieValues
  set(changes: CookieChanges): void
  /** All cookies of the request with masked values: the length, and of long values the first two characters. */
  masked(): { name: string; value: string }[]
}

/** Whether cookies get the Secure attribute. Browsers accept it on http://localhost; other http addresses work without it. */
export function areCookiesSecure(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost'
}

/** Browsers require Secure, Path=/ and no Domain for `__Host-` cookies, and accept the prefix over https only. */
export function cookieNameFor(publicUrl: string, name: CookieKey): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}gaffer_${name}`
}

export function cookiesOf(publicUrl: string, request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    // A getter, because few routes read cookies.
    get values() {
      return Object.fromEntries(cookieNames.map((name) => [name, request.cookies[cookieNameFor(publicUrl, name)]]))
    },
    set(changes) {
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: areCookiesSecure(publicUrl) } as const
      for (const [key, value] of Object.entries(changes)) {
        const name = key as CookieKey
        const fullName = cookieNameFor(publicUrl, name)
        if (value === null) reply.clearCookie(fullName, options)
        else reply.setCookie(fullName, value, { ...options, maxAge: maxAgeSeconds[name] })
      }
    },
    masked: () => Object.entries(request.cookies).map(([name, value = '']) => ({ name, value: mask(value) })),
  }
}

function mask(value: string): string {
  const shownPrefix = value.length >= 16 ? value.slice(0, 2) : ''
  return `${shownPrefix}\u2026 (${value.length} characters)`
}
