// What others change shows here: the server says which band to read again and what of it, and what of that is shown, or
// kept for later, is. Forms hold what they were opened with, so nothing that somebody types is touched.

import type { Change, ChangeKind } from '@gaffer/domain/live'
import { useQueryClient, type InvalidateOptions, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenLive } from '#lib/event-source.ts'
import { isCalendar } from './events.ts'
import { meQuery } from './me.ts'

/** Beneath a band's own path. */
const concerned: Record<ChangeKind, RegExp> = {
  events: /^\/(events|calendar|activity)\b/,
  songs: /^\/(songs$|activity\b)/,
  members: /^/,
  invites: /^\/(members|invites|activity)\b/,
  band: /^$|^\/activity\b/,
}
const bandPath = /^\/api\/bands\/([^/?]+)(.*)$/
// One change often says several things, and several people change things at once.
const gatherMs = 60

/** Whether what was read from the path may be another now. */
export function affectsQuery(path: string, { bandId, what }: Change): boolean {
  // A person's events show in the calendars of all their bands, and their name with them.
  if ((what === 'events' || what === 'members') && isCalendar(path)) return true
  const [, band, rest = ''] = bandPath.exec(path) ?? []
  return band === bandId && concerned[what].test(rest)
}

/** Keeps what is read up to date, from where it is called until that goes. */
export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    let gathered: Change[] = []
    let gathering: ReturnType<typeof setTimeout> | undefined
    const act = () => {
      const changes = gathered
      gathered = []
      gathering = undefined
      void readAgain(client, changes)
    }
    const leave = listenLive({
      onMessage(text) {
        gathered.push(JSON.parse(text) as Change)
        gathering ??= setTimeout(act, gatherMs)
      },
      // The first time too: route loaders read before the stream was open, and some of that is still in flight.
      onOpen: (isAgain) => void readAllAgain(client, { cancelRefetch: isAgain }),
      onBreak: () => readMe(client),
    })
    return () => {
      clearTimeout(gathering)
      leave()
    }
  }, [client])
}

async function readAgain(client: QueryClient, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ what }) => what === 'members' || what === 'band')) await readMe(client)
  await refreshOwn(client, (path) => changes.some((change) => affectsQuery(path, change)))
}

async function readAllAgain(client: QueryClient, options: InvalidateOptions): Promise<void> {
  await readMe(client, options)
  await refreshOwn(client, () => true, options)
}

function readMe(client: QueryClient, options: InvalidateOptions = {}): Promise<void> {
  return client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }, options)
}

/** Of a band that the member has been removed from, nothing can be read. */
async function refreshOwn(
  client: QueryClient,
  isWanted: (path: string) => boolean,
  options: InvalidateOptions = {},
): Promise<void> {
  const own = client.getQueryData(meQuery.queryKey)?.bands.map(({ bandId }) => bandId) ?? []
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    const path = queryKey.join('/')
    const band = bandPath.exec(path)?.[1]
    return path !== meQuery.queryKey.join('/') && isWanted(path) && (band === undefined || own.includes(band))
  }
  await client.invalidateQueries({ predicate }, options)
}
