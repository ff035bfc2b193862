// Describes the differences between two versions of a text chart or of markup.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { strokesOf, type MarkupInput } from '@gaffer/domain/charts/markup'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'

type Sides<Value> = { mine: Value; theirs: Value }

const shownLines = 3

function difference(label: string, { mine, theirs }: Sides<string>): FieldDifference {
  return {
    label,
    sides: [
      { of: 'Theirs', is: theirs },
      { of: 'Yours', is: mine },
    ],
  }
}

/** The first lines that differ. */
export function textDifference(label: string, { mine, theirs }: Sides<string>): FieldDifference[] {
  if (mine === theirs) return []
  const [ours, others] = [mine.split('\n'), theirs.split('\n')]
  const from = ours.findIndex((line, at) => line !== others[at])
  const at = from < 0 ? ours.length : from
  const show = (lines: readonly string[]) =>
    lines
      .slice(at, at + shownLines)
      .filter((line) => line.trim() !== '')
      .join(' / ') || chartMessages.noSuchLines
  return [difference(`${label}, from line ${at + 1}`, { mine: show(ours), theirs: show(others) })]
}

/** The markup of a member who has drawn nothing. */
export const noMarkup = { isShared: false, chartVersion: 1, pages: [] as MarkupInput['pages'], version: 0 }

type Layer = MarkupInput

/** The pages whose lines differ, with how many there are, and whom the layer is shown to. */
export function markupDifferences({ mine, theirs }: Sides<Layer>): FieldDifference[] {
  const numbers = new Set([...mine.pages, ...theirs.pages].map(({ page }) => page))
  const pages = [...numbers]
    .toSorted((a, b) => a - b)
    .flatMap((page) => {
      const [ours, others] = [strokesOf(mine.pages, page), strokesOf(theirs.pages, page)]
      if (JSON.stringify(ours) === JSON.stringify(others)) return []
      const lines = { mine: chartMessages.linesDrawn(ours.length), theirs: chartMessages.linesDrawn(others.length) }
      return [difference(`Page ${page}`, lines)]
    })
  if (mine.isShared === theirs.isShared) return pages
  const shared = (layer: Layer) => chartMessages.markupShownTo(layer.isShared)
  return [...pages, difference('Shown to', { mine: shared(mine), theirs: shared(theirs) })]
}
