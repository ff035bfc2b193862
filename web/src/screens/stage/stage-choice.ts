// The view of each song in the stage view, stored on the device: its facts, or one of its charts.

import type { Chart } from '@gaffer/domain/charts/chart'
import { useState } from 'react'
import { readStored, writeStored } from '#lib/browser-storage.ts'

const facts = 'facts'
/** The id of a chart, or `facts`, by song; under `last` what was chosen last, for songs without a choice of their own. */
type Choices = Record<string, string>
const last = 'last'

function readChoices(): Choices {
  const stored = readStored('stageChoices')
  return stored === null ? {} : (JSON.parse(stored) as Choices)
}

export function useStageChoice(charts: readonly Chart[]) {
  const [choices, setChoices] = useState(readChoices)

  /** Null for the song's facts. The first chart is that of the member's own part. */
  function chartFor(songId: string | null): Chart | null {
    const ofSong = charts.filter((chart) => chart.songId === songId)
    const own = songId === null ? undefined : choices[songId]
    if (own === facts) return null
    const chosen = ofSong.find(({ id }) => id === own)
    if (chosen) return chosen
    return choices[last] === facts ? null : (ofSong[0] ?? null)
  }

  function choose(songId: string, chart: Chart | null) {
    const made = { ...choices, [songId]: chart?.id ?? facts, [last]: chart ? 'chart' : facts }
    setChoices(made)
    writeStored('stageChoices', JSON.stringify(made))
  }

  return { chartFor, choose }
}
