// Opens Gaffer without a network: the pages themselves, and what their owner read last. Keeps one member's copies at a
// time, and nothing of invitations or of signing in. The build puts the two constants below in front of it.
/* global shellVersion, shellFiles */

const shellCache = `gaffer-shell-${shellVersion}`
const copiesOf = (userId) => `gaffer-copies-${userId}`
const isShell = (name) => name.startsWith('gaffer-shell-')
const isCopies = (name) => name.startsWith('gaffer-copies-')

const kept = /^\/api\/(me|me\/events|bands\/[\w-]+\/(calendar|events|members|songs))$/
/** Its range moves on with the day, and yesterday's copy is better than none. */
const movesWithTheDay = /^\/api\/bands\/[\w-]+\/events$/
const mostCopies = 80
const timeoutMs = 6000
/** The server, its database or the proxy before it is away: a copy is shown as without a network. */
const isAway = ({ status }) => status >= 502 && status <= 504

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shellCache).then((cache) => cache.addAll(shellFiles)))
})

self.addEventListener('activate', (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => isShell(name) && name !== shellCache)
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(clear())
})

self.addEventListener('message', ({ data }) => {
  // The member has asked for the new version: never before.
  if (data === 'use-new-version') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/auth/logout') event.waitUntil(forgetCopies())
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    // Pages of the shell. Any other address, an invitation above all, goes to the network or nowhere.
    const document = `${pathname.replace(/\/$/, '')}.html`
    if (shellFiles.includes(document)) event.respondWith(fromShell(document, request))
  } else if (shellFiles.includes(pathname)) event.respondWith(fromShell(pathname, request))
  else if (kept.test(pathname)) event.respondWith(readOrCopy(event, request, pathname))
})

/** The version that this worker came with; an update is taken as a whole, and only when asked for. */
async function fromShell(path, request) {
  const cache = await caches.open(shellCache)
  return (await cache.match(path)) ?? fetch(request)
}

async function readOrCopy(event, request, path) {
  const copy = await copyOf(request, path)
  try {
    const response = await (copy ? Promise.race([fetch(request), tooLong()]) : fetch(request))
    if (path === '/api/me') await followOwner(response)
    if (copy && isAway(response)) return copy
    if (response.status === 404) await forgetBands((bandId) => bandId === bandIn(path))
    if (response.ok) event.waitUntil(keep(request, path, response.clone()))
    return response
  } catch (error) {
    if (copy) return copy
    throw error
  }
}

const bandIn = (path) => /^\/api\/bands\/([\w-]+)\//.exec(path)?.[1] ?? null

function tooLong() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer in time')), timeoutMs))
}

/** Copies belong to whoever the server says is signed in; somebody else's, and those of nobody, go. */
async function followOwner(response) {
  if (response.status === 401) return forgetCopies()
  if (!response.ok) return
  const { user, bands } = await response.clone().json()
  await forgetCopies(copiesOf(user.id))
  await caches.open(copiesOf(user.id))
  const memberOf = new Set(bands.map((membership) => membership.bandId))
  await forgetBands((bandId) => !memberOf.has(bandId))
}

/** Deletes the copies of bands whose member this person no longer is, and of the list in which their events stand too. */
async function forgetBands(isLeft) {
  const name = (await caches.keys()).find(isCopies)
  if (!name) return
  const cache = await caches.open(name)
  const copies = await cache.keys()
  const left = copies.filter(({ url }) => {
    const bandId = bandIn(new URL(url).pathname)
    return bandId !== null && isLeft(bandId)
  })
  if (left.length === 0) return
  const lists = copies.filter(({ url }) => new URL(url).pathname === '/api/me/events')
  await Promise.all([...left, ...lists].map((request) => cache.delete(request, { ignoreVary: true })))
}

async function keep(request, path, response) {
  const name = (await caches.keys()).find(isCopies)
  if (!name) return
  const headers = new Headers(response.headers)
  headers.set('x-gaffer-read-at', new Date().toISOString())
  const body = await response.blob()
  // Signed out meanwhile.
  if (!(await caches.has(name))) return
  const cache = await caches.open(name)
  await cache.delete(request, { ignoreSearch: movesWithTheDay.test(path), ignoreVary: true })
  await cache.put(request, new Response(body, { status: response.status, headers }))
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - mostCopies)).map((old) => cache.delete(old)))
}

async function copyOf(request, path) {
  const name = (await caches.keys()).find(isCopies)
  if (!name) return undefined
  const cache = await caches.open(name)
  return (
    (await cache.match(request, { ignoreVary: true })) ??
    (movesWithTheDay.test(path) ? cache.match(request, { ignoreSearch: true, ignoreVary: true }) : undefined)
  )
}

async function forgetCopies(except) {
  const names = (await caches.keys()).filter((name) => isCopies(name) && name !== except)
  await Promise.all(names.map((name) => caches.delete(name)))
}
