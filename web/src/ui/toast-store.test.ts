// One toast at a time, gone for good five seconds after it was dismissed.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentToast, dismissToast, onToastChange, showToast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('shows the newest only', () => {
  showToast({ title: 'one' })
  showToast({ title: 'two' })
  expect(currentToast()).toMatchObject({ title: 'two', isOpen: true })
})

it('removes a toast 5000 ms after its dismissal, not before', () => {
  showToast({ title: 'one' })
  dismissToast()
  vi.advanceTimersByTime(4999)
  expect(currentToast()).toMatchObject({ isOpen: false })
  vi.advanceTimersByTime(1)
  expect(currentToast()).toBeNull()
})

it('leaves a new toast alone when the old one would have gone', () => {
  showToast({ title: 'old' })
  dismissToast()
  showToast({ title: 'new' })
  vi.advanceTimersByTime(6000)
  expect(currentToast()).toMatchObject({ title: 'new', isOpen: true })
})

it('tells its listeners until they leave', () => {
  const listener = vi.fn()
  const leave = onToastChange(listener)
  showToast({ title: 'one' })
  leave()
  showToast({ title: 'two' })
  expect(listener).toHaveBeenCalledTimes(1)
})
