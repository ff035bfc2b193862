// Resolves an edit conflict of a played list: another member saved a newer version first.

import type { PlayedListInput, PlayedItem, PlayedList } from '@gaffer/domain/played/played'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { diffFields, mergeEdits } from '#lib/edit-conflict.ts'
import { applyPlayed } from './apply-played.ts'
import type { PlayedEdit } from './queries.ts'

type Fields = Pick<PlayedList, 'items' | 'reportedOn'>

const conflictFields = [
  {
    label: 'Songs',
    show: ({ items }: Fields) => (items.length > 0 ? items.map(({ title }) => title).join(', ') : 'None'),
  },
  {
    label: 'Reported',
    show: ({ reportedOn }: Fields) => (reportedOn === null ? 'No' : shortDate(reportedOn)),
  },
]

export function toPlayedInput({ items, reportedOn }: { items: readonly PlayedItem[]; reportedOn: string | null }) {
  return { items: items.map(({ songId, title }) => ({ songId, title })), reportedOn } satisfies PlayedListInput
}

export function diffPlayed({ before, body }: PlayedEdit, theirs: PlayedList) {
  return diffFields<Fields>(conflictFields, { before, mine: applyPlayed(before, body), theirs })
}

/** Applies the edit to the newer version. Fields that the member did not change keep their stored values. */
export function rebasePlayed({ before, body }: PlayedEdit, theirs: PlayedList): PlayedEdit {
  const merged = mergeEdits<Fields>(before, { ...before, ...applyPlayed(before, body) }, theirs)
  return { before: theirs, body: toPlayedInput(merged) }
}
