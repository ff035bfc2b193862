// Spotify's track objects, with the fields since its API change of February 2026, and a search over them. Ids are hashes
// of names, so they are the same on every machine.

import { createHash } from 'node:crypto'
import { albums, type Album } from './songs.ts'

type NamedObject = {
  external_urls: { spotify: string }
  href: string
  id: string
  name: string
  type: string
  uri: string
}

export type Track = NamedObject & {
  album: NamedObject & {
    album_type: string
    artists: NamedObject[]
    images: { url: string; height: number; width: number }[]
  }
  artists: NamedObject[]
  duration_ms: number
  explicit: boolean
  is_local: boolean
  preview_url: string | null
}

export type Catalogue = {
  track(id: string): Track | undefined
  /** All tracks, in the order of songs.ts. */
  tracks: readonly Track[]
  /** Every word of the query must begin a word of title, artist or album; the closest title comes first. */
  search(query: string): Track[]
}

const base62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** 22 characters of base 62. The same name always gives the same id. */
export function spotifyIdFor(name: string): string {
  const known = idsByName.get(name)
  if (known !== undefined) return known
  let number = BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 32)}`)
  let id = ''
  for (let place = 0; place < 22; place++) {
    id = base62.charAt(Number(number % 62n)) + id
    number /= 62n
  }
  idsByName.set(name, id)
  return id
}

// A cache, because tests start many servers in one process.
const idsByName = new Map<string, string>()

/** `apiUrl` is the origin in the links of the objects. */
export function makeCatalogue(apiUrl: string): Catalogue {
  const tracks = albums.flatMap((album) => album.titles.map((title, index) => makeTrack(apiUrl, album, title, index)))
  const byId = new Map(tracks.map((track) => [track.id, track]))
  const indexed = tracks.map((track) => ({
    track,
    title: searchWordsOf(track.name),
    all: searchWordsOf(searchTextOf(track)),
  }))
  return {
    tracks,
    track: (id) => byId.get(id),
    search(query) {
      // Field filters are ignored: their words are searched in all fields.
      const wanted = searchWordsOf(query.replace(/\b(track|artist|album):/g, ' '))
      if (wanted.length === 0) return []
      const hasAll = (among: string[]) => wanted.every((word) => among.some((candidate) => candidate.startsWith(word)))
      const hits = indexed.filter(({ all }) => hasAll(all))
      const inTitle = hits
        .filter(({ title }) => hasAll(title))
        .toSorted((a, b) => a.track.name.length - b.track.name.length)
      return [...inTitle, ...hits.filter(({ title }) => !hasAll(title))].map(({ track }) => track)
    },
  }
}

function makeTrack(apiUrl: string, { artist, album, year, titles }: Album, title: string, index: number): Track {
  const makeNamed = (type: 'track' | 'album' | 'artist', id: string, name: string): NamedObject => ({
    external_urls: { spotify: `https://open.spotify.com/${type}/${id}` },
    href: `${apiUrl}/v1/${type}s/${id}`,
    id,
    name,
    type,
    uri: `spotify:${type}:${id}`,
  })
  const artists = [makeNamed('artist', spotifyIdFor(`artist:${artist}`), artist)]
  const albumId = spotifyIdFor(`album:${artist}:${album}`)
  const id = spotifyIdFor(`track:${artist}:${title}`)
  const digest = createHash('sha256').update(id).digest()
  const facts = {
    album: {
      ...makeNamed('album', albumId, album),
      album_type: 'album',
      artists,
      images: [640, 300, 64].map((size) => ({
        url: `${apiUrl}/covers/${albumId}/${size}.svg`,
        height: size,
        width: size,
      })),
      release_date: String(year),
      release_date_precision: 'year',
      total_tracks: titles.length,
    },
    artists,
    disc_number: 1,
    duration_ms: 150_000 + (digest.readUInt32BE(0) % 180_000),
    explicit: false,
    is_local: false,
    is_playable: true,
    // Since the API change of February 2026, Spotify has previews for few tracks only.
    preview_url:
      digest.readUInt8(4) < 10 ? `https://p.scdn.co/mp3-preview/${digest.toString('hex').slice(0, 40)}` : null,
    track_number: index + 1,
  }
  return { ...makeNamed('track', id, title), ...facts }
}

function searchTextOf({ name, artists, album }: Track): string {
  return [name, ...artists.map((artist) => artist.name), album.name].join(' ')
}

/** Lower case, without accents or punctuation, so that "dont" finds "Don't". */
function searchWordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** A square in two colours that depend on the album. */
export function coverSvgFor(albumId: string): string {
  const hue = createHash('sha256').update(albumId).digest().readUInt16BE(0) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 45%)"/><stop offset="1" stop-color="hsl(${(hue + 70) % 360} 60% 25%)"/></linearGradient></defs><rect width="64" height="64" fill="url(#g)"/><circle cx="32" cy="32" r="16" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/><circle cx="32" cy="32" r="3" fill="#fff" fill-opacity=".7"/></svg>`
}
