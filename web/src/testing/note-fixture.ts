import type { Note } from '@gaffer/domain/notes/note'

/** A note about an event, written by a member who has left. */
export function aNote(fields: Partial<Note> = {}): Note {
  return {
    id: '0190a000-0000-7000-8000-0000000000a1',
    about: { kind: 'event', id: '0190a000-0000-7000-8000-0000000000e1' },
    atSeconds: null,
    text: 'Who drives?',
    writtenBy: null,
    displayName: 'Ros',
    createdAt: '2027-03-12T11:55:00.000Z',
    editedAt: null,
    mentions: [],
    poll: null,
    version: 1,
    ...fields,
  }
}
