// The dialogs for an edit conflict of a chart and of its markup.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { Chart } from '@gaffer/domain/charts/chart'
import type { MarkupInput } from '@gaffer/domain/charts/markup'
import { changedValues } from '#lib/changed-values.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { diffFields } from '#lib/merge-edits.ts'
import { WaitingEditConflictDialog, type WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'
import { markupDifferences, noMarkup, textDifference } from './chart-differences.ts'
import { fetchChart, fetchMarkup } from './queries.ts'

type Fields = { name: string; part: string; text: string }

const fieldsOf = ({ name, part, text }: Chart): Fields => ({ name, part: part ?? '', text: text ?? '' })
const shownFields = [
  { label: 'Name', show: ({ name }: Fields) => name },
  { label: 'Part', show: ({ part }: Fields) => part || chartMessages.partOfEverybody },
]

export function ChartConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', chartId = '' } = conflict.params
  const before = fieldsOf(conflict.before as Chart)
  const mine: Fields = Object.assign({}, before, ...edits.map(({ body }) => body))
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={chartMessages.chartOvertaken((conflict.before as Chart).name)}
      read={() => fetchChart({ bandId, chartId })}
      describe={(stored) => {
        const theirs = fieldsOf(stored)
        return {
          description: chartMessages.chartConflict,
          differences: [
            ...diffFields(shownFields, { before, mine, theirs }),
            ...textDifference('Chart', { mine: mine.text, theirs: theirs.text }),
          ],
        }
      }}
      // Fields that this member did not change keep their stored values.
      rebase={(stored, edit) => {
        const body = changedValues(before, { ...before, ...(edit.body as Partial<Fields>) })
        return { body, version: stored.version, before: stored }
      }}
    />
  )
}

export function MarkupConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', chartId = '' } = conflict.params
  const membershipId = useMeOrThrow().bands.find((one) => one.bandId === bandId)?.id
  // Each edit replaces the whole layer, so the last one contains all of them.
  const last = edits.at(-1) ?? conflict
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={chartMessages.markupOvertaken}
      read={async () => {
        const layers = await fetchMarkup({ bandId, chartId })
        return layers.find((layer) => layer.membershipId === membershipId) ?? noMarkup
      }}
      describe={(stored) => ({
        description: chartMessages.markupConflict,
        differences: markupDifferences({ mine: last.body as MarkupInput, theirs: stored }),
      })}
      rebase={(stored, edit) => (edit.id === last.id ? { version: stored.version, before: stored } : null)}
    />
  )
}
