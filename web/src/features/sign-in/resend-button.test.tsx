import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { ResendCodeButton } from './resend-button.tsx'

it.each([
  ['10 seconds ago', -10_000, 'disabled'],
  ['31 seconds ago', -31_000, 'enabled'],
  ['in an hour, by a clock that was set back since', 3_600_000, 'enabled'],
])('after a code that was sent %s (%i ms), the button for another code is %s', async (_when, ms, state) => {
  await renderPage(<ResendCodeButton sentAt={Date.now() + ms} onResend={() => undefined} />)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled ? 'disabled' : 'enabled').toBe(state)
})
