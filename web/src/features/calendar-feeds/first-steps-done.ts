// Which first steps of a band are done, as stored on this device. Separate from the card, because pages read it before they load the card.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { limits } from '@gaffer/domain/shared/limits'
import { useState } from 'react'
import { readStored, writeStored } from '#lib/browser-storage.ts'

export type FirstStep = 'invite' | 'practice' | 'feed'

const dayMs = 86_400_000

/**
 * Whether the card is shown: until the band is `limits.firstStepsDays` days old, all steps were completed on an earlier visit, or the user
 * hides the card. Decided before members and events are loaded, so that the layout does not shift.
 */
export function useFirstStepsVisibility({ bandId, band }: OwnMembership): [isShown: boolean, hide: () => void] {
  const [isShown, setShown] = useState(() => {
    const isNewBand = Date.now() - Date.parse(band.createdAt) < limits.firstStepsDays * dayMs
    return isNewBand && !readCompletedSteps(bandId).has('all')
  })
  const hideCard = () => {
    storeCompletedSteps(bandId, 'all')
    setShown(false)
  }
  return [isShown, hideCard]
}

/** The completed steps of the band, and `all` once no step is left. Stored as lines of "<band id>/<step>". */
export function readCompletedSteps(bandId: string): Set<string> {
  const lines = readStored('firstSteps')?.split('\n') ?? []
  return new Set(lines.filter((line) => line.startsWith(`${bandId}/`)).map((line) => line.slice(bandId.length + 1)))
}

export function storeCompletedSteps(bandId: string, ...steps: string[]): void {
  const storedLines = readStored('firstSteps')?.split('\n') ?? []
  const newLines = steps.map((step) => `${bandId}/${step}`).filter((line) => !storedLines.includes(line))
  if (newLines.length > 0) writeStored('firstSteps', [...storedLines, ...newLines].join('\n'))
}
