import type { Notice } from '@gaffer/domain/notices/notice'

let noticeCount = 0

/** An unread notice. Each has a later id than the notice made before it. */
export function aNotice(fields: Partial<Notice> = {}): Notice {
  noticeCount += 1
  return {
    id: `0190b000-0000-7000-8000-${String(noticeCount).padStart(12, '0')}`,
    kind: 'event.changed',
    bandId: '0190a000-0000-7000-8000-00000000000b',
    bandName: 'The Night Buses',
    eventId: '0190a000-0000-7000-8000-000000000001',
    title: 'Practice moved: Fri 28 Nov, 8 PM',
    body: 'Ros moved it from Thu 7 PM to Fri 8 PM.',
    url: '/bands/0190a000-0000-7000-8000-00000000000b/events/0190a000-0000-7000-8000-000000000001',
    createdAt: new Date(Date.UTC(2027, 0, 1, 0, noticeCount)).toISOString(),
    readAt: null,
    ...fields,
  }
}
