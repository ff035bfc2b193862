// The cookie of the debug pages. It has a name of its own and nothing ever signs in by it.

const name = 'gaffer_debug_session'
const sevenDays = 604_800
const longest = 500

/** Keeps what an address carried as `session`, for as long as a session would live. */
export function keepInDebugCookie(value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value.slice(0, longest))}; Max-Age=${sevenDays}; ${attributes}`
}

export function clearDebugCookie(): void {
  document.cookie = `${name}=; Max-Age=0; ${attributes}`
}

const attributes = 'Path=/; Secure; SameSite=Lax'

export type ShownCookie = { name: string; value: string }

/** Those that a page may read at all, values hidden; a session is never among them. */
export function readableCookies(cookies = document.cookie): ShownCookie[] {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: masked(value.join('=')) }
    })
}

/** Enough to tell one from the next, too little to use. */
export function masked(value: string): string {
  return `${value.length >= 16 ? value.slice(0, 2) : ''}… (${value.length} characters)`
}
