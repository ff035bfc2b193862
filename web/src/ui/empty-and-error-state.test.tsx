import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorState } from './empty-and-error-state.tsx'

const textOf = (text: string) => {
  render(<ErrorState text={text} onRetry={() => undefined} />)
  return screen.getByRole('alert').textContent
}

it('an error state shows its title above the text', () => {
  expect(textOf('Failed to fetch events')).toMatch(/Something went wrong.*Failed to fetch events/)
})

it('an error state leaves its title out where the text begins with the same words', () => {
  const text = 'Something went wrong on our side. Please try again.'
  expect(textOf(text)).toBe(`${text}Try again`)
})
