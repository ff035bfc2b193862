// What is wrong with the days away belongs to the grid they are picked in.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DaysAwayPicker } from './days-away-picker.tsx'

function render(error?: string): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <DaysAwayPicker
        date="2026-03-10"
        endDate={null}
        bandId={null}
        today="2026-03-01"
        error={error}
        onChange={() => undefined}
      />
    </QueryClientProvider>,
  )
}

it('the grid of days is described by the error, and by nothing while there is none', () => {
  const markup = render('The end date is before the start date')
  const described = /role="grid"[^>]*aria-describedby="([^"]+)"/.exec(markup)?.[1]
  expect(markup).toContain(`id="${described}" class="text-sm font-medium text-danger">The end date is before`)
  expect(render()).not.toMatch(/role="grid"[^>]*aria-describedby/)
})
