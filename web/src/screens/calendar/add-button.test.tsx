import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FloatingAddButton } from './calendar-page.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the add button is transparent while the page scrolls and visible again 300 ms after the last scroll event', () => {
  vi.useFakeTimers()
  render(<FloatingAddButton label="Add a practice today" onPress={() => undefined} />)
  const button = screen.getByRole('button', { name: 'Add a practice today' })
  expect(button.className).not.toContain('opacity-0')
  fireEvent.scroll(document)
  expect(button.className).toContain('opacity-0')
  act(() => vi.advanceTimersByTime(200))
  fireEvent.scroll(document)
  act(() => vi.advanceTimersByTime(200))
  expect(button.className).toContain('opacity-0')
  act(() => vi.advanceTimersByTime(100))
  expect(button.className).not.toContain('opacity-0')
})
