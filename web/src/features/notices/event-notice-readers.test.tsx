import type { EventNoticeRecipient } from '@gaffer/domain/notices/notice'
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { EventNoticeReaders, formatNoticeReaders } from './event-notice-readers.tsx'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'

const reader = (displayName: string, isSeen: boolean, number = 1): EventNoticeRecipient => ({
  membershipId: `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  displayName,
  readAt: isSeen ? '2027-01-01T00:00:00.000Z' : null,
})

it.each([
  [[reader('Mags', true), reader('Kit', false), reader('Priya', true)], 'Seen by Mags, Priya · not yet Kit'],
  [[reader('Mags', true)], 'Seen by Mags'],
  [[reader('Mags', false), reader('Kit', false)], 'Not seen yet by Mags, Kit'],
  [[], null],
])('formatNoticeReaders writes %j as %j', (readers, text) => expect(formatNoticeReaders(readers)).toBe(text))

it("the list of readers leaves out the viewer's own membership", async () => {
  const mags = reader('Mags', true)
  vi.stubGlobal('fetch', async () => Response.json([mags, reader('Kit', false, 2)]))
  const { container } = await renderPage(<EventNoticeReaders bandId="b" eventId="e" membershipId={mags.membershipId} />)
  await waitFor(() => expect(container.textContent).toBe('Not seen yet by Kit'))
})
