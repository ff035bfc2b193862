import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readCurrentToast, dismissToast, onToastChange, showToast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a new toast replaces the one that is shown', () => {
  showToast({ title: 'one' })
  showToast({ title: 'two' })
  expect(readCurrentToast()).toMatchObject({ title: 'two', isOpen: true })
})

it('a toast is removed 5000 ms after its dismissal, not before', () => {
  showToast({ title: 'one' })
  dismissToast()
  vi.advanceTimersByTime(4999)
  expect(readCurrentToast()).toMatchObject({ isOpen: false })
  vi.advanceTimersByTime(1)
  expect(readCurrentToast()).toBeNull()
})

it('the removal of a dismissed toast does not remove the toast that replaced it', () => {
  showToast({ title: 'old' })
  dismissToast()
  showToast({ title: 'new' })
  vi.advanceTimersByTime(6000)
  expect(readCurrentToast()).toMatchObject({ title: 'new', isOpen: true })
})

it('a listener is called for each change until it unsubscribes', () => {
  const listener = vi.fn()
  const leave = onToastChange(listener)
  showToast({ title: 'one' })
  leave()
  showToast({ title: 'two' })
  expect(listener).toHaveBeenCalledTimes(1)
})
