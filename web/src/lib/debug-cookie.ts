// The debug pages' own cookie. No server code reads it as a session.

const cookieName = 'gaffer_debug_session'
const maxAgeSeconds = 604_800
const maxValueLength = 500
const cookieAttributes = 'Path=/; Secure; SameSite=Lax'

/** Stores the `session` parameter of an address, for the lifetime of a session. */
export function storeDebugCookie(value: string): void {
  document.cookie = `${cookieName}=${encodeURIComponent(value.slice(0, maxValueLength))}; Max-Age=${maxAgeSeconds}; ${cookieAttributes}`
}

export function deleteDebugCookie(): void {
  document.cookie = `${cookieName}=; Max-Age=0; ${cookieAttributes}`
}

export type MaskedCookie = { name: string; value: string }

/** Cookies without HttpOnly, with masked values. Session cookies are HttpOnly. */
export function readMaskedCookies(cookies = document.cookie): MaskedCookie[] {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: maskValue(value.join('=')) }
    })
}

/** Shows at most two characters and the length: enough to tell values apart, too little to use one. */
export function maskValue(value: string): string {
  return `${value.length >= 16 ? value.slice(0, 2) : ''}… (${value.length} characters)`
}
