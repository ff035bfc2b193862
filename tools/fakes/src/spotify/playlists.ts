// The playlists of the fake Spotify, with its rules for items.

import { randomBytes } from 'node:crypto'
import { people } from '#people.ts'
import { spotifyIdFor, type Catalogue, type Track } from './catalogue.ts'

/** `content` is null for a track that Spotify no longer has; a local file has no id, and an episode is not a song. */
export type PlaylistItem = { addedAt: string; addedBy: string; uri: string; content: object | null }

export type Playlist = {
  id: string
  name: string
  ownerKey: string
  public: boolean
  snapshot: string
  items: PlaylistItem[]
}

export const maxItemsPerWrite = 100

/** The Web API responds to this error with 400 and the error's message, which is Spotify's. */
export class InvalidItemsError extends Error {}

/** The initial playlists, by id. */
export function createInitialPlaylists(catalogue: Catalogue): Map<string, Playlist> {
  const all = people.flatMap(({ key }, index) => [
    createPlaylist(key, 'Friday practice', false, createSongItems(catalogue, key, index * 40, 8)),
    createPlaylist(key, 'Covers we might do', true, createSongItems(catalogue, key, index * 100, 120)),
    createPlaylist(key, 'Nothing in it yet', false, []),
    createPlaylist(key, 'Mixed bag', false, createMixedItems(catalogue, key)),
  ])
  const many = Array.from({ length: 60 }, (_, index) =>
    createPlaylist('dev', `Set ${String(index + 1).padStart(2, '0')}`, false, []),
  )
  const long = createPlaylist('cara', 'Everything we ever played', false, createSongItems(catalogue, 'cara', 0, 230))
  return new Map([...all, long, ...many].map((playlist) => [playlist.id, playlist]))
}

/** The playlists of the person, and a followed one whose items the person may not read. */
export function listVisiblePlaylists(playlists: Map<string, Playlist>, personKey: string): Playlist[] {
  const followed = personKey === 'ann' ? 'ben' : 'ann'
  return [...playlists.values()].filter(
    ({ ownerKey, name }) => ownerKey === personKey || (ownerKey === followed && name === 'Covers we might do'),
  )
}

export function addItems(
  catalogue: Catalogue,
  playlist: Playlist,
  personKey: string,
  uris: unknown,
  position?: unknown,
): void {
  const items = createTrackItems(catalogue, personKey, uris)
  const at = Number.isInteger(position) ? Math.min(Number(position), playlist.items.length) : playlist.items.length
  playlist.items.splice(at, 0, ...items)
  renewSnapshot(playlist)
}

export function replaceItems(catalogue: Catalogue, playlist: Playlist, personKey: string, uris: unknown): void {
  playlist.items = createTrackItems(catalogue, personKey, uris)
  renewSnapshot(playlist)
}

/** Removes every occurrence of each uri in `items: [{ uri }]`. */
export function removeItems(playlist: Playlist, items: unknown): void {
  if (!Array.isArray(items) || items.length === 0) throw new InvalidItemsError('No uris provided')
  if (items.length > maxItemsPerWrite)
    throw new InvalidItemsError('You can remove a maximum of 100 tracks per request.')
  const uris = new Set(items.map((item: { uri?: unknown } | null) => item?.uri))
  playlist.items = playlist.items.filter(({ uri }) => !uris.has(uri))
  renewSnapshot(playlist)
}

function createTrackItems(catalogue: Catalogue, personKey: string, uris: unknown): PlaylistItem[] {
  if (!Array.isArray(uris)) throw new InvalidItemsError('No uris provided')
  if (uris.length > maxItemsPerWrite) throw new InvalidItemsError('You can add a maximum of 100 tracks per request.')
  return uris.map((uri) => {
    const id = /^spotify:track:([0-9A-Za-z]{22})$/.exec(String(uri))?.[1]
    if (id === undefined) throw new InvalidItemsError(`Invalid track uri: ${String(uri)}`)
    const track = catalogue.track(id)
    if (track === undefined) throw new InvalidItemsError('Payload contains a non-existing ID')
    return createItem(personKey, track.uri, track)
  })
}

function createSongItems(catalogue: Catalogue, ownerKey: string, start: number, count: number): PlaylistItem[] {
  return Array.from({ length: count }, (_, index) => catalogue.tracks[(start + index * 7) % catalogue.tracks.length])
    .filter((track): track is Track => track !== undefined)
    .map((track) => createItem(ownerKey, track.uri, track))
}

/** A song, and one item of each other kind: a track that is gone, a local file and an episode. */
function createMixedItems(catalogue: Catalogue, ownerKey: string): PlaylistItem[] {
  const [song] = createSongItems(catalogue, ownerKey, 11, 1)
  const localUri = 'spotify:local:The+Kestrels::Demo+3:201'
  const episodeId = spotifyIdFor('episode:tuning up')
  const episodeUri = `spotify:episode:${episodeId}`
  return [
    ...(song ? [song] : []),
    createItem(ownerKey, '', null),
    createItem(ownerKey, localUri, {
      type: 'track',
      id: null,
      uri: localUri,
      name: 'Demo 3',
      is_local: true,
      preview_url: null,
      artists: [{ name: 'The Kestrels', id: null, type: 'artist' }],
      album: { name: '', id: null, images: [] },
      external_urls: {},
    }),
    createItem(ownerKey, episodeUri, {
      type: 'episode',
      id: episodeId,
      uri: episodeUri,
      name: 'Tuning up',
      is_local: false,
      images: [],
      external_urls: { spotify: `https://open.spotify.com/episode/${episodeId}` },
    }),
  ]
}

function createItem(addedBy: string, uri: string, content: object | null): PlaylistItem {
  return { addedAt: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), addedBy, uri, content }
}

function createPlaylist(ownerKey: string, name: string, isPublic: boolean, items: PlaylistItem[]): Playlist {
  const playlist = {
    id: spotifyIdFor(`playlist:${ownerKey}:${name}`),
    name,
    ownerKey,
    public: isPublic,
    snapshot: '',
    items,
  }
  renewSnapshot(playlist)
  return playlist
}

function renewSnapshot(playlist: Playlist): void {
  playlist.snapshot = randomBytes(24).toString('base64')
}
