import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useChartView } from './chart-view.ts'

it('a transposition or a capo is stored for its own chart, and the text size for all charts', () => {
  const changeView = (chartId: string, changes: object) => {
    const { result, unmount } = renderHook(() => useChartView(chartId))
    act(() => result.current[1](changes))
    unmount()
  }
  const readView = (chartId: string) => renderHook(() => useChartView(chartId)).result.current[0]
  changeView('transposed', { semitones: 3 })
  changeView('capo', { capo: 2, size: 1.5 })
  expect(readView('transposed')).toEqual({ semitones: 3, capo: null, size: 1.5 })
  expect(readView('capo')).toEqual({ semitones: 0, capo: 2, size: 1.5 })
  expect(readView('other')).toEqual({ semitones: 0, capo: null, size: 1.5 })
  changeView('transposed', { semitones: 0 })
  expect(readView('transposed')).toEqual({ semitones: 0, capo: null, size: 1.5 })
  expect(readView('capo')).toEqual({ semitones: 0, capo: 2, size: 1.5 })
})
