import type { Notice } from '@gaffer/domain/notices/notice'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { NoticeRow } from './notice-row.tsx'

it('a notice of an unknown kind, from a newer release, is shown and links to its address', async () => {
  const notice = {
    id: 'n1',
    kind: 'song.arranged',
    bandId: 'b1',
    title: 'Dakota has a new arrangement',
    body: '',
    url: '/songs',
    createdAt: '2027-01-01T12:00:00.000Z',
    readAt: null,
  } as unknown as Notice
  await renderPage(<NoticeRow notice={notice} isUnread />)
  expect(screen.getByRole('link', { name: /Dakota has a new arrangement/ }).getAttribute('href')).toBe('/songs')
})
