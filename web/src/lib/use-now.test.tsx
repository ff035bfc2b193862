import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNowMs, useToday } from './use-now.ts'

afterEach(() => vi.useRealTimers())

it('at midnight in London an open page has the new day within a second', () => {
  // In summer, London's midnight is 23:00 UTC.
  vi.useFakeTimers({ now: new Date('2027-06-12T22:59:20Z') })
  const { result } = renderHook(() => ({ today: useToday(), now: useNowMs() }))
  expect(result.current.today).toBe('2027-06-12')
  act(() => vi.advanceTimersByTime(39_000))
  expect(result.current.today).toBe('2027-06-12')
  act(() => vi.advanceTimersByTime(1_500))
  expect(result.current).toEqual({ today: '2027-06-13', now: Date.parse('2027-06-12T23:00:00Z') })
})
