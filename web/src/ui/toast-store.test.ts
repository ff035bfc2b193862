import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  dismissToast,
  dismissToastById,
  onToastChange,
  readCurrentToast,
  readToasts,
  showToast,
} from './toast-store.ts'

const aToastWithUndo = (title: string) => ({
  title,
  action: { label: 'Undo', altText: 'Restore it', onPress: () => {} },
})
const openTitles = () =>
  readToasts()
    .filter(({ isOpen }) => isOpen)
    .map(({ title }) => title)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const { id } of readToasts()) dismissToastById(id)
  vi.runAllTimers()
  vi.useRealTimers()
})

it('a new toast replaces the shown toast', () => {
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

it('a toast listener is called for each change until it unsubscribes', () => {
  const listener = vi.fn()
  const leave = onToastChange(listener)
  showToast({ title: 'one' })
  leave()
  showToast({ title: 'two' })
  expect(listener).toHaveBeenCalledTimes(1)
})

it('a toast with an action stays open when other toasts come, and a toast without an action is replaced', () => {
  showToast(aToastWithUndo('first deleted'))
  showToast({ title: 'saved' })
  showToast({ title: 'copied' })
  showToast(aToastWithUndo('second deleted'))
  expect(openTitles()).toEqual(['first deleted', 'second deleted'])
})

it('a fourth toast with an action dismisses the oldest toast with an action, and a toast without an action dismisses none of them', () => {
  for (const title of ['1', '2', '3', '4']) showToast(aToastWithUndo(title))
  expect(openTitles()).toEqual(['2', '3', '4'])
  showToast({ title: 'saved' })
  expect(openTitles()).toEqual(['2', '3', '4', 'saved'])
})

it('dismissing one toast leaves the others open', () => {
  showToast(aToastWithUndo('1'))
  showToast(aToastWithUndo('2'))
  const [first] = readToasts()
  dismissToastById(first?.id ?? 0)
  vi.advanceTimersByTime(6000)
  expect(openTitles()).toEqual(['2'])
})
