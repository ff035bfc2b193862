// Spotify's Web API since its change of February 2026: searches return at most ten tracks, and playlist items are at /items,
// for the owner only.

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPerson, type Person } from '#people.ts'
import type { AccountsService } from './accounts.ts'
import { coverSvgFor, type Catalogue } from './catalogue.ts'
import {
  InvalidItemsError,
  addItems,
  listVisiblePlaylists,
  removeItems,
  replaceItems,
  type PlaylistItem,
  type Playlist,
} from './playlists.ts'

/** The data that the routes read and change. */
export type SpotifyState = {
  apiUrl: string
  accounts: AccountsService
  catalogue: Catalogue
  playlists: Map<string, Playlist>
}

/** A function, because the objects contain the server's origin, which is known only once it listens. */
type GetState = () => SpotifyState

/** The Web API responds to this error with Spotify's error document. */
class ApiError extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export function addWebApiRoutes(app: FastifyInstance, getState: GetState): void {
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, message } =
      error instanceof InvalidItemsError ? { statusCode: 400, message: error.message } : (error as FastifyError)
    return reply.code(statusCode).send(errorBodyFor(statusCode, message))
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBodyFor(404, 'Service not found')))
  addCatalogueCalls(app, getState)
  addLibraryCalls(app, getState)
  addItemCalls(app, getState)
}

/** Spotify's error document. The reason distinguishes an exhausted quota from a short burst. */
export function errorBodyFor(status: number, message: string) {
  return { error: { status, message, ...(status === 429 && { reason: 'QUOTA_EXCEEDED' }) } }
}

function addCatalogueCalls(app: FastifyInstance, getState: GetState): void {
  app.get<{ Params: { album: string } }>('/covers/:album/:size.svg', async (request, reply) =>
    reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=31536000')
      .send(coverSvgFor(request.params.album)),
  )
  app.get('/v1/search', async (request) => {
    requireBearer(request, getState())
    const query = parseQuery(request)
    const q = query.get('q') ?? ''
    if (q === '') throw new ApiError(400, 'No search query')
    if (!query.has('type')) throw new ApiError(400, 'Missing parameter type')
    if (query.get('type') !== 'track') throw new ApiError(400, 'Bad search type field')
    return {
      tracks: paginate(getState(), request, getState().catalogue.search(q), { most: 10, usual: 5 }, (track) => track),
    }
  })
  app.get<{ Params: { id: string } }>('/v1/tracks/:id', async (request) => {
    requireBearer(request, getState())
    if (!/^[0-9A-Za-z]{22}$/.test(request.params.id)) throw new ApiError(400, 'Invalid base62 id')
    const track = getState().catalogue.track(request.params.id)
    if (track === undefined) throw new ApiError(404, 'Resource not found')
    return track
  })
}

function addLibraryCalls(app: FastifyInstance, getState: GetState): void {
  app.get('/v1/me', async (request) => {
    const person = requirePerson(request, getState())
    return { ...toUserObject(getState(), person), account_id: `acc_${person.subject}`, images: [] }
  })
  app.get('/v1/me/playlists', async (request) => {
    const person = requirePerson(request, getState(), 'playlist-read-private')
    const library = listVisiblePlaylists(getState().playlists, person.key)
    return paginate(getState(), request, library, { most: 50, usual: 20 }, (playlist) =>
      toPlaylistObject(getState(), playlist),
    )
  })
  app.get<{ Params: { id: string } }>('/v1/playlists/:id', async (request) => {
    requirePerson(request, getState())
    return toPlaylistObject(getState(), requirePlaylist(request, getState()))
  })
}

function addItemCalls(app: FastifyInstance, getState: GetState): void {
  const path = '/v1/playlists/:id/items'
  const toSnapshot = (playlist: Playlist) => ({ snapshot_id: playlist.snapshot })
  const authorizeWrite = (request: PlaylistRequest) => {
    const playlist = requirePlaylist(request, getState())
    const person = requirePerson(
      request,
      getState(),
      playlist.public ? 'playlist-modify-public' : 'playlist-modify-private',
    )
    if (playlist.ownerKey !== person.key) throw new ApiError(403, 'You cannot modify a playlist you do not own')
    return { playlist, person, body: (request.body ?? {}) as { uris?: unknown; items?: unknown; position?: unknown } }
  }

  app.get<PlaylistRoute>(path, async (request) => {
    const playlist = requirePlaylist(request, getState())
    const person = requirePerson(request, getState(), ...(playlist.public ? [] : ['playlist-read-private']))
    if (playlist.ownerKey !== person.key) throw new ApiError(403, 'Forbidden')
    return paginate(getState(), request, playlist.items, { most: 50, usual: 20 }, (item) =>
      toItemObject(getState(), item),
    )
  })
  app.post<PlaylistRoute>(path, async (request, reply) => {
    const { playlist, person, body } = authorizeWrite(request)
    addItems(getState().catalogue, playlist, person.key, body.uris, body.position)
    return reply.code(201).send(toSnapshot(playlist))
  })
  app.put<PlaylistRoute>(path, async (request) => {
    const { playlist, person, body } = authorizeWrite(request)
    replaceItems(getState().catalogue, playlist, person.key, body.uris)
    return toSnapshot(playlist)
  })
  app.delete<PlaylistRoute>(path, async (request) => {
    const { playlist, body } = authorizeWrite(request)
    removeItems(playlist, body.items)
    return toSnapshot(playlist)
  })
  // Items had this path before February 2026. Spotify now refuses it.
  app.all('/v1/playlists/:id/tracks', async (_request, reply: FastifyReply) =>
    reply.code(403).send(errorBodyFor(403, 'Forbidden')),
  )
}

type PlaylistRoute = { Params: { id: string } }
type PlaylistRequest = FastifyRequest<PlaylistRoute>

function requireBearer(request: FastifyRequest, { accounts }: SpotifyState) {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new ApiError(401, 'No token provided')
  const bearer = accounts.findBearer(token)
  if (bearer === 'unknown') throw new ApiError(401, 'Invalid access token')
  if (bearer === 'expired') throw new ApiError(401, 'The access token expired')
  return bearer
}

function requirePerson(request: FastifyRequest, state: SpotifyState, ...scopes: string[]): Person {
  const bearer = requireBearer(request, state)
  if (bearer.person === null) throw new ApiError(401, 'Valid user authentication required')
  if (!scopes.every((scope) => bearer.scopes.includes(scope))) throw new ApiError(403, 'Insufficient client scope')
  return bearer.person
}

function requirePlaylist(request: FastifyRequest, state: SpotifyState): Playlist {
  requireBearer(request, state)
  const { id } = request.params as { id: string }
  if (!/^[0-9A-Za-z]{22}$/.test(id)) throw new ApiError(400, 'Invalid base62 id')
  const playlist = state.playlists.get(id)
  if (playlist === undefined) throw new ApiError(404, 'Resource not found')
  return playlist
}

function parseQuery(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://fake').searchParams
}

/** Spotify's paging object, by the limit and offset of the request. */
function paginate<T>(
  state: SpotifyState,
  request: FastifyRequest,
  all: T[],
  size: { most: number; usual: number },
  show: (one: T) => object,
) {
  const query = parseQuery(request)
  const readNumber = (name: string, usual: number, most: number) => {
    const given = query.get(name)
    const value = given === null ? usual : /^\d+$/.test(given) ? Number(given) : -1
    if (value < 0 || value > most || (name === 'limit' && value === 0)) throw new ApiError(400, `Invalid ${name}`)
    return value
  }
  const limit = readNumber('limit', size.usual, size.most)
  const offset = readNumber('offset', 0, 100_000)
  const urlAt = (place: number) => {
    const url = new URL(request.url, state.apiUrl)
    url.searchParams.set('offset', String(place))
    url.searchParams.set('limit', String(limit))
    return url.href
  }
  return {
    href: urlAt(offset),
    limit,
    next: offset + limit < all.length ? urlAt(offset + limit) : null,
    offset,
    previous: offset > 0 ? urlAt(Math.max(0, offset - limit)) : null,
    total: all.length,
    items: all.slice(offset, offset + limit).map(show),
  }
}

function toUserObject({ apiUrl }: SpotifyState, { key, firstName, lastName }: Person) {
  return {
    display_name: `${firstName} ${lastName}`,
    external_urls: { spotify: `https://open.spotify.com/user/${key}` },
    href: `${apiUrl}/v1/users/${key}`,
    id: key,
    type: 'user',
    uri: `spotify:user:${key}`,
  }
}

function toPlaylistObject(state: SpotifyState, playlist: Playlist) {
  const owner = findPerson(playlist.ownerKey)
  return {
    collaborative: false,
    description: '',
    external_urls: { spotify: `https://open.spotify.com/playlist/${playlist.id}` },
    href: `${state.apiUrl}/v1/playlists/${playlist.id}`,
    id: playlist.id,
    images:
      playlist.items.length === 0
        ? null
        : [{ url: `${state.apiUrl}/covers/${playlist.id}/640.svg`, height: null, width: null }],
    items: { href: `${state.apiUrl}/v1/playlists/${playlist.id}/items`, total: playlist.items.length },
    name: playlist.name,
    owner: owner === undefined ? null : toUserObject(state, owner),
    primary_color: null,
    public: playlist.public,
    snapshot_id: playlist.snapshot,
    type: 'playlist',
    uri: `spotify:playlist:${playlist.id}`,
  }
}

function toItemObject(state: SpotifyState, { addedAt, addedBy, content }: PlaylistItem) {
  const adder = findPerson(addedBy)
  return {
    added_at: addedAt,
    added_by: adder === undefined ? null : toUserObject(state, adder),
    is_local: content !== null && 'is_local' in content && content.is_local === true,
    item: content,
    primary_color: null,
    video_thumbnail: { url: null },
  }
}
