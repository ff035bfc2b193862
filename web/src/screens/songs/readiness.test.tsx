import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aSong } from '#testing/song-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { SongRow } from './song-row.tsx'

const song = aSong()

async function press(status: 'red' | 'amber' | 'green') {
  const handlers = { giveFeedback: vi.fn<(word: unknown) => void>(), remove: vi.fn<() => void>() }
  const readiness = [{ membershipId: 'm1', status }]
  await renderPage(
    <ul>
      <SongRow song={{ ...song, readiness }} isHidden={false} members={[]} ownId="m1" handlers={handlers} />
    </ul>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^Your readiness for Dakota/ }))
  return handlers.giveFeedback
}

test.each([
  ['red', 'amber'],
  ['amber', 'green'],
] as const)('a press on the readiness button raises the status "%s" to "%s"', async (status, raised) => {
  const giveFeedback = await press(status)
  expect(giveFeedback.mock.calls).toEqual([[{ songId: 's1', status: raised }]])
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a press on the readiness button of a Ready song sends nothing and opens the three choices with the focus on Ready', async () => {
  const giveFeedback = await press('green')
  expect(giveFeedback).not.toHaveBeenCalled()
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Ready' }))
})
