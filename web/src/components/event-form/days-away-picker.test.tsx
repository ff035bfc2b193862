// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { DaysAwayPicker } from './days-away-picker.tsx'

function Example({ error }: { error?: string }) {
  const [days, setDays] = useState<{ date: string; endDate: string | null }>({ date: '2027-03-10', endDate: null })
  return (
    <>
      <DaysAwayPicker {...days} bandId={null} today="2027-03-05" error={error} onChange={setDays} />
      <p data-testid="days">{`${days.date} ${days.endDate ?? ''}`.trim()}</p>
    </>
  )
}

const days = () => screen.getByTestId('days').textContent
const pick = (date: string) => {
  const cell = document.querySelector(`[role=gridcell][data-date="${date}"]`)
  if (!cell) throw new Error(`${date} is not in the grid`)
  fireEvent.click(cell)
}

it('in single mode each pick is one day', async () => {
  await renderPage(<Example />)
  pick('2027-03-12')
  pick('2027-03-15')
  expect(days()).toBe('2027-03-15')
})

it('a range that is picked backwards is the same range', async () => {
  await renderPage(<Example />)
  fireEvent.click(screen.getByRole('radio', { name: 'Several days' }))
  pick('2027-03-15')
  pick('2027-03-12')
  expect(days()).toBe('2027-03-12 2027-03-15')
})

it('a past day cannot be picked', async () => {
  await renderPage(<Example />)
  pick('2027-03-04')
  expect(days()).toBe('2027-03-10')
})

it('the grid is described by the error, and by nothing while there is none', async () => {
  const page = await renderPage(<Example error="The end date is before the start date" />)
  const description = screen.getByRole('grid').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toBe('The end date is before the start date')
  page.rerender(<Example />)
  expect(screen.getByRole('grid').getAttribute('aria-describedby')).toBeNull()
})
