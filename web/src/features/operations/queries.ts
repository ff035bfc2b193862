import type { SongListsEntry } from '@gaffer/domain/operations/settings'
import { useEndpoint } from '#lib/use-endpoint.ts'

/** The server's public settings, such as the maps service (null without one) and the public key for push messages. */
export function useServerSettings() {
  return useEndpoint('GET /api/settings')
}

/** Whether song lists are `open` or `soon`. While the settings load, it is `soon`, the default. */
export function useSongLists(): SongListsEntry {
  return useServerSettings().data?.songLists ?? 'soon'
}
