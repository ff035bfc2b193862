// The choices above the found dates: weekdays, part of the day, start, months and members.

import { messages } from '@gaffer/domain/shared/messages'
import { weekdayNames } from '@gaffer/domain/shared/dates'
import { partsOfDay } from '@gaffer/domain/free-dates/free-dates'
import type { Membership } from '@gaffer/domain/bands/member'
import { DateFieldWithPicker } from '#features/events/event-form/date-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/select.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { monthCountChoices, partOfDayLabels, type FreeDateFilters } from './free-date-filters.ts'

type Props = {
  bandId: string
  today: string
  members: readonly Pick<Membership, 'id' | 'displayName'>[]
  choices: FreeDateFilters
  onChange: (choices: FreeDateFilters) => void
}

export function FreeDateFilterFields({ bandId, today, members, choices, onChange }: Props) {
  const set = (changes: Partial<FreeDateFilters>) => onChange({ ...choices, ...changes })
  return (
    <div className="grid grid-cols-1 gap-4">
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] gap-1">
        <legend className="mb-1.5 text-sm font-medium">On</legend>
        {weekdayNames.map((name, index) => (
          <ToggleChip
            key={name}
            isCompact
            isOn={choices.weekdays.includes(index + 1)}
            onChange={() => set({ weekdays: toggleValue(choices.weekdays, index + 1) })}
          >
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <span className="sr-only">{name}</span>
          </ToggleChip>
        ))}
      </fieldset>
      <SegmentedControl
        label="Part of the day"
        options={partsOfDay.map((value) => ({ value, label: partOfDayLabels[value] }))}
        value={choices.partOfDay}
        onChange={(partOfDay) => set({ partOfDay })}
      />
      <DateRangeFields bandId={bandId} today={today} choices={choices} set={set} />
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="mb-1.5 text-sm font-medium">Who must be there</legend>
        {members.map(({ id, displayName }) => (
          <ToggleChip
            key={id}
            className="max-w-full"
            isOn={!choices.optionalMemberIds.includes(id)}
            onChange={() => set({ optionalMemberIds: toggleValue(choices.optionalMemberIds, id) })}
          >
            <span className="truncate">{displayName}</span>
          </ToggleChip>
        ))}
      </fieldset>
    </div>
  )
}

type RangeProps = Pick<Props, 'bandId' | 'today' | 'choices'> & { set: (changes: Partial<FreeDateFilters>) => void }

function DateRangeFields({ bandId, today, choices, set }: RangeProps) {
  const { from, months } = choices
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.875rem),1fr))] gap-3">
      <DateFieldWithPicker
        label="From"
        error={from === '' ? messages.chooseRealDate : undefined}
        inputRef={null}
        value={from}
        bandId={bandId}
        today={today}
        earliest={today}
        onChange={(date) => set({ from: date })}
      />
      <Select
        label="For"
        options={monthCountChoices.map((count) => ({
          value: `${count}`,
          label: count === 1 ? '1 month' : `${count} months`,
        }))}
        value={`${months}`}
        onChange={(count) => set({ months: Number(count) })}
      />
    </div>
  )
}

function toggleValue<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}
