import type { ShownRecording } from '@gaffer/domain/recordings/recording'

/** A recording of a minute that belongs to no event and has no marks. */
export function aRecording(fields: Partial<ShownRecording> = {}): ShownRecording {
  return {
    id: '0190a000-0000-7000-8000-0000000000d1',
    eventId: null,
    name: 'Second half',
    bytes: 1000,
    seconds: 60,
    mime: 'audio/flac',
    url: '/api/bands/b/recordings/r/content',
    marks: [],
    isKept: false,
    expiresAt: '2027-06-10T12:00:00.000Z',
    recordedAt: '2027-03-12T12:00:00.000Z',
    uploadedBy: null,
    noteCount: 0,
    hasUnreadNotes: false,
    version: 1,
    ...fields,
  }
}
