// How a member views text charts: transposition, capo and text size. Stored on the device for the account; the chart itself never changes.

import { useState } from 'react'
import { readStored, writeStored } from '#lib/browser-storage.ts'

/** `capo` is null until the member chooses one; the capo of the chart then applies. */
export type ChartView = { semitones: number; capo: number | null; size: number }

type StoredViews = { size: number; charts: Record<string, { semitones: number; capo: number | null }> }

export const chartTextSizes = [0.75, 0.875, 1, 1.125, 1.25, 1.5, 1.75, 2, 2.5] as const
/** The limit of a transposition, up or down, in semitones. */
export const maxSemitones = 11
export const maxCapo = 11

function readViews(): StoredViews {
  const defaultViews: StoredViews = { size: 1, charts: {} }
  return { ...defaultViews, ...(JSON.parse(readStored('chartViews') ?? '{}') as Partial<StoredViews>) }
}

/** The text size is shared by all charts; semitones and capo are stored for each chart. */
export function useChartView(chartId: string): [ChartView, (changes: Partial<ChartView>) => void] {
  const [view, setView] = useState((): ChartView => {
    const { size, charts } = readViews()
    return { size, semitones: 0, capo: null, ...charts[chartId] }
  })

  function changeView(changes: Partial<ChartView>) {
    const next = { ...view, ...changes }
    setView(next)
    const { charts } = readViews()
    const { [chartId]: _, ...others } = charts
    const { size, semitones, capo } = next
    const own = semitones === 0 && capo === null ? {} : { [chartId]: { semitones, capo } }
    writeStored('chartViews', JSON.stringify({ size, charts: { ...others, ...own } } satisfies StoredViews))
  }

  return [view, changeView]
}
