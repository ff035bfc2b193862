// The dialogs that resolve an edit conflict: one for a chart's name, part and text, one for its markup.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { Chart } from '@gaffer/domain/charts/chart'
import { type MarkupInput, strokesOf } from '@gaffer/domain/charts/markup'
import { diffFields } from '#lib/edit-conflict.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { WaitingEditConflictDialog, type WaitingEditConflict } from '#offline/waiting-edit-conflict-dialog.tsx'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { changedValues } from '#lib/changed-values.ts'
import { fetchChart, fetchMarkup } from './queries.ts'

type ChartFields = { name: string; part: string; text: string }

const toConflictFields = ({ name, part, text }: Chart): ChartFields => ({ name, part: part ?? '', text: text ?? '' })
const shownFields = [
  { label: 'Name', show: ({ name }: ChartFields) => name },
  { label: 'Part', show: ({ part }: ChartFields) => part || chartMessages.partOfEverybody },
]

export function ChartConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', chartId = '' } = conflict.params
  const before = toConflictFields(conflict.before as Chart)
  const mine: ChartFields = Object.assign({}, before, ...edits.map(({ body }) => body))
  return (
    <WaitingEditConflictDialog
      conflict={conflict}
      edits={edits}
      title={chartMessages.chartOvertaken((conflict.before as Chart).name)}
      read={() => fetchChart({ bandId, chartId })}
      describe={(stored) => {
        const theirs = toConflictFields(stored)
        return {
          description: chartMessages.chartConflict,
          differences: [
            ...diffFields(shownFields, { before, mine, theirs }),
            ...diffTexts('Chart', { mine: mine.text, theirs: theirs.text }),
          ],
        }
      }}
      // Fields that this member did not change keep their stored values.
      rebase={(stored, edit) => {
        const body = changedValues(before, { ...before, ...(edit.body as Partial<ChartFields>) })
        return { body, version: stored.version, before: stored }
      }}
    />
  )
}

export function MarkupConflictDialog({ conflict, edits }: WaitingEditConflict) {
  const { bandId = '', chartId = '' } = conflict.params
  const membershipId = useMeOrThrow().bands.find((one) => one.bandId === bandId)?.id
  // Each edit replaces the whole layer, so the last edit contains all earlier edits.
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
        differences: diffMarkup({ mine: last.body as MarkupInput, theirs: stored }),
      })}
      rebase={(stored, edit) => (edit.id === last.id ? { version: stored.version, before: stored } : null)}
    />
  )
}

type Sides<Value> = { mine: Value; theirs: Value }

const maxShownLines = 3

function toFieldDifference(label: string, { mine, theirs }: Sides<string>): FieldDifference {
  return {
    label,
    sides: [
      { side: 'Theirs', text: theirs },
      { side: 'Yours', text: mine },
    ],
  }
}

/** Shows at most three lines of both texts, from the first line that differs; empty for equal texts. */
function diffTexts(label: string, { mine, theirs }: Sides<string>): FieldDifference[] {
  if (mine === theirs) return []
  const [ownLines, theirLines] = [mine.split('\n'), theirs.split('\n')]
  const firstDifference = ownLines.findIndex((line, at) => line !== theirLines[at])
  const shownFrom = firstDifference < 0 ? ownLines.length : firstDifference
  const joinShownLines = (lines: readonly string[]) =>
    lines
      .slice(shownFrom, shownFrom + maxShownLines)
      .filter((line) => line.trim() !== '')
      .join(' / ') || chartMessages.noSuchLines
  return [
    toFieldDifference(`${label}, from line ${shownFrom + 1}`, {
      mine: joinShownLines(ownLines),
      theirs: joinShownLines(theirLines),
    }),
  ]
}

/** The stored layer of a member who has drawn nothing yet. */
const noMarkup = { isShared: false, chartVersion: 1, pages: [] as MarkupInput['pages'], version: 0 }

type Layer = MarkupInput

/** Lists each page whose strokes differ, with the number of strokes in both versions, and who sees the layer if that differs. */
function diffMarkup({ mine, theirs }: Sides<Layer>): FieldDifference[] {
  const pageNumbers = new Set([...mine.pages, ...theirs.pages].map(({ page }) => page))
  const pageDifferences = [...pageNumbers]
    .toSorted((a, b) => a - b)
    .flatMap((page) => {
      const [ours, others] = [strokesOf(mine.pages, page), strokesOf(theirs.pages, page)]
      if (JSON.stringify(ours) === JSON.stringify(others)) return []
      const lines = { mine: chartMessages.linesDrawn(ours.length), theirs: chartMessages.linesDrawn(others.length) }
      return [toFieldDifference(`Page ${page}`, lines)]
    })
  if (mine.isShared === theirs.isShared) return pageDifferences
  const formatAudience = (layer: Layer) => chartMessages.markupShownTo(layer.isShared)
  return [
    ...pageDifferences,
    toFieldDifference('Shown to', { mine: formatAudience(mine), theirs: formatAudience(theirs) }),
  ]
}
