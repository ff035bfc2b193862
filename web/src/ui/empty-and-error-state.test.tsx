// What a page says when it could not be read is said once.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorState } from './empty-and-error-state.tsx'

const onOurSide = 'Something went wrong on our side. Please try again.'

const said = (text: string) => renderToStaticMarkup(<ErrorState text={text} onRetry={() => undefined} />)

it('says what went wrong beneath that something did', () => {
  expect(said('Failed to fetch events')).toMatch(/Something went wrong.*Failed to fetch events/)
})

it("does not say it twice where a server's sentence begins like the title", () => {
  expect(said(onOurSide).split('Something went wrong')).toHaveLength(2)
  expect(said(onOurSide)).toContain(onOurSide)
})
