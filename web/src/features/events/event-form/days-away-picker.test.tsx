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

it('in single mode the days-away picker picks one day at a time', async () => {
  await renderPage(<Example />)
  pick('2027-03-12')
  pick('2027-03-15')
  expect(days()).toBe('2027-03-15')
})

it('a range of days away can be picked from its last day to its first', async () => {
  await renderPage(<Example />)
  fireEvent.click(screen.getByRole('radio', { name: 'Several days' }))
  pick('2027-03-15')
  pick('2027-03-12')
  expect(days()).toBe('2027-03-12 2027-03-15')
})

it('the days-away picker refuses a past day', async () => {
  await renderPage(<Example />)
  pick('2027-03-04')
  expect(days()).toBe('2027-03-10')
})

it('the day grid has the error as its description, and no description without an error', async () => {
  const page = await renderPage(<Example error="The end date is before the start date" />)
  const description = screen.getByRole('grid').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toBe('The end date is before the start date')
  page.rerender(<Example />)
  expect(screen.getByRole('grid').getAttribute('aria-describedby')).toBeNull()
})
