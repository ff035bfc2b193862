import { addBandToPath } from '@gaffer/domain/bands/band-link'
import type { NoteSubject } from './note.ts'

/** The path of the page that shows the thread. Notes of a recording are on the page of its event (`eventId`), or of all recordings. */
export function noteThreadPath({ kind, id }: NoteSubject, bandId: string, eventId: string | null): string {
  switch (kind) {
    case 'event':
      return `/bands/${bandId}/events/${id}`
    case 'song':
      return addBandToPath(`/songs?song=${id}`, bandId)
    case 'setlist':
      return addBandToPath(`/setlists/${id}`, bandId)
    case 'recording':
      return eventId === null ? `/bands/${bandId}/recordings` : `/bands/${bandId}/events/${eventId}`
  }
}
