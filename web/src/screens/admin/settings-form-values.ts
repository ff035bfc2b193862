// The values of the band settings form, and the text of an edit conflict.

import type { Band } from '@gaffer/domain/bands/band'
import { bandEventTypes, eventTypeLabels, type BandEventType } from '@gaffer/domain/shared/event-type'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { changedValues } from '#lib/changed-values.ts'

export type SettingsFormValues = {
  name: string
  description: string
  avatarUrl: string | null
  allowedEventTypes: BandEventType[]
}

export function formValuesFromBand({ name, description, avatarUrl, allowedEventTypes }: Band): SettingsFormValues {
  return { name, description: description ?? '', avatarUrl, allowedEventTypes: inOrder(allowedEventTypes) }
}

/** Switches one type; the last one stays on. */
export function toggleAllowedEventType(allowed: readonly BandEventType[], type: BandEventType): BandEventType[] {
  if (!allowed.includes(type)) return inOrder([...allowed, type])
  return allowed.length > 1 ? allowed.filter((one) => one !== type) : [...allowed]
}

const shown: {
  [Key in keyof SettingsFormValues]: { label: string; show: (value: SettingsFormValues[Key]) => string }
} = {
  name: { label: 'Name', show: (name) => name },
  description: { label: 'Description', show: (text) => text.trim() || 'None' },
  avatarUrl: { label: 'Picture', show: (address) => (address === null ? 'None' : 'Another picture') },
  allowedEventTypes: {
    label: 'Event types',
    show: (types) =>
      inOrder(types)
        .map((type) => eventTypeLabels[type])
        .join(', '),
  },
}

/** Fields that both members changed, to different values. */
export function settingsDifferences(
  before: SettingsFormValues,
  mine: SettingsFormValues,
  theirs: SettingsFormValues,
): FieldDifference[] {
  const isTheirs = (key: keyof SettingsFormValues) => key in changedValues(before, theirs)
  return (Object.keys(changedValues(before, mine)) as (keyof SettingsFormValues)[])
    .filter((key) => isTheirs(key) && String(mine[key]) !== String(theirs[key]))
    .map((key) => {
      const { label, show } = shown[key] as { label: string; show: (value: unknown) => string }
      return {
        label,
        sides: [
          { of: 'Theirs', is: show(theirs[key]) },
          { of: 'Yours', is: show(mine[key]) },
        ],
      }
    })
}

/** Text and fields of `EditConflictDialog`. `changedBy` is null if the member who saved first is unknown. */
export function describeSettingsConflict(
  before: SettingsFormValues,
  mine: SettingsFormValues,
  { band, changedBy }: { band: Band; changedBy: string | null },
): { description: string; differences: FieldDifference[] } {
  const differences = settingsDifferences(before, mine, formValuesFromBand(band))
  const saved = `${changedBy ?? 'Somebody'} saved the settings while you had them open`
  const result = differences.length > 0 ? '. You both changed these:' : '. Your changes are not affected.'
  return { description: saved + result, differences }
}

function inOrder(types: readonly BandEventType[]): BandEventType[] {
  return bandEventTypes.filter((type) => types.includes(type))
}
