import type { Chart } from '@gaffer/domain/charts/chart'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKeptFiles } from './kept-files-state.ts'
import { keepChartsOfFortnight } from './store-fortnight.ts'

/** Keeps the charts of the next fortnight's set lists each time `charts`, the charts of an open set list, are read or change. */
export function useKeepCharts(charts: readonly Chart[] | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (charts && charts.length > 0) void keepChartsOfFortnight(client)
  }, [client, charts])
  return useKeptFiles()
}
