// Requests on behalf of one Spotify account: its profile, playlists and their items.

import type * as z from 'zod/mini'
import type { Playlist, SpotifyUser } from '@gaffer/domain/spotify/spotify'
import { SpotifyError } from './spotify-calls.ts'
import {
  PageReplySchema,
  toPlaylistItem,
  toPlaylist,
  toSpotifyUser,
  PlaylistWriteReplySchema,
  type PlaylistItem,
} from './spotify-replies.ts'

/** All methods reject with a SpotifyError. */
export type SpotifyAccountClient = {
  fetchUser(): Promise<SpotifyUser>
  /** The playlists that the account may read and change, in Spotify's order. */
  listPlaylists(): Promise<Playlist[]>
  listItems(playlistId: string): Promise<PlaylistItem[]>
  /** At most 100 URIs. */
  replaceItems(playlistId: string, uris: string[]): Promise<void>
  /** Appends at most 100 URIs. */
  addItems(playlistId: string, uris: string[]): Promise<void>
  /** Removes every occurrence of the track. */
  removeItem(playlistId: string, uri: string): Promise<void>
}

/** One Web API request with the account's token. `path` is relative to /v1. */
export type SpotifyAccountFetch = (method: string, path: string, body?: object) => Promise<unknown>

const pageSize = 50
const maxPagesAtOnce = 4
const maxPlaylists = 1000
const maxItems = 2000

export function createSpotifyAccountClient(call: SpotifyAccountFetch, imageOrigin: string): SpotifyAccountClient {
  async function fetchUser(): Promise<SpotifyUser> {
    const found = toSpotifyUser(await call('GET', '/me'), imageOrigin)
    if (!found) throw new SpotifyError('unavailable', 'response without a user')
    return found
  }

  async function fetchPage(path: string, offset: number): Promise<z.infer<typeof PageReplySchema>> {
    const reply = PageReplySchema.safeParse(await call('GET', `${path}?limit=${pageSize}&offset=${offset}`))
    if (!reply.success) throw new SpotifyError('unavailable', 'response without a page of items')
    return reply.data
  }

  async function fetchAllPages(path: string, maxEntries: number): Promise<unknown[]> {
    const { total, items } = await fetchPage(path, 0)
    if (total > maxEntries) throw new SpotifyError('tooLong', `${total} entries`)
    const offsets = Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => index * pageSize).slice(1)
    for (let group = 0; group < offsets.length; group += maxPagesAtOnce) {
      const groupOffsets = offsets.slice(group, group + maxPagesAtOnce)
      for (const next of await Promise.all(groupOffsets.map((offset) => fetchPage(path, offset))))
        items.push(...next.items)
    }
    return items
  }

  async function writePlaylistItems(method: string, playlistId: string, body: object): Promise<void> {
    const reply = PlaylistWriteReplySchema.safeParse(await call(method, itemsPathOf(playlistId), body))
    if (!reply.success) throw new SpotifyError('unavailable', 'write response without a snapshot id')
  }

  const itemsPathOf = (playlistId: string) => `/playlists/${playlistId}/items`

  return {
    fetchUser,
    async listPlaylists() {
      const [{ id }, replies] = await Promise.all([fetchUser(), fetchAllPages('/me/playlists', maxPlaylists)])
      return replies.map((reply) => toPlaylist(reply, id)).filter((playlist) => playlist !== null)
    },
    async listItems(playlistId) {
      const replies = await fetchAllPages(itemsPathOf(playlistId), maxItems)
      return replies.map((reply) => toPlaylistItem(reply, imageOrigin))
    },
    replaceItems: (playlistId, uris) => writePlaylistItems('PUT', playlistId, { uris }),
    addItems: (playlistId, uris) => writePlaylistItems('POST', playlistId, { uris }),
    removeItem: (playlistId, uri) => writePlaylistItems('DELETE', playlistId, { items: [{ uri }] }),
  }
}
