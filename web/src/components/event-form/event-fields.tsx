// The fields of the event form that apply to the chosen type.

import { canBePublic, eventTypeLabels, type EventType } from '@gaffer/domain/event-type'
import { limits } from '@gaffer/domain/limits'
import type { ReactNode } from 'react'
import { EventIcon, eventLooks } from '#components/event-type-styles.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { DaysAwayPicker } from './days-away-picker.tsx'
import type { DraftForm, SetFields } from './use-draft-form.ts'
import { afterType, afterVisibility, textLabels, type DraftFields } from './event-form-values.ts'
import { ScheduleFields } from './schedule-fields.tsx'

type Props = {
  form: DraftForm
  fields: DraftFields
  set: SetFields
  types: readonly EventType[]
  bandId: string | null
  today: string
  conflicts: ReactNode
}

export function EventFields({ form, fields, set, types, bandId, today, conflicts }: Props) {
  const { errors } = form.formState
  const isAway = fields.type === 'unavailable'

  function chooseType(type: EventType) {
    const isPast = type === 'unavailable' && fields.date < today
    set({ ...afterType(type, fields), type, ...(isPast && { date: today, endDate: null }) })
  }

  return (
    <>
      {types.length > 1 && (
        <Select
          label="Type"
          options={types.map((type) => ({ value: type, label: eventTypeLabels[type], icon: <TypeMark type={type} /> }))}
          value={fields.type}
          onChange={chooseType}
          error={errors.type?.message}
        />
      )}
      {isAway ? (
        <DaysAwayPicker
          date={fields.date}
          endDate={fields.endDate}
          bandId={bandId}
          today={today}
          error={errors.date?.message ?? errors.endDate?.message}
          onChange={set}
        />
      ) : (
        <ScheduleFields form={form} fields={fields} set={set} bandId={bandId} today={today} />
      )}
      {conflicts}
      {!isAway && <WhereFields form={form} fields={fields} set={set} />}
      <TextField
        label={textLabels.title}
        isOptional
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextArea
        label={textLabels.notes}
        isOptional
        hint={isAway ? noteOnPrivacy(bandId) : undefined}
        maxLength={limits.notesLength}
        error={errors.notes?.message}
        {...form.register('notes')}
      />
    </>
  )
}

function WhereFields({ form, fields, set }: Pick<Props, 'form' | 'fields' | 'set'>) {
  const place = fields.isPublic ? 'venue' : 'location'
  return (
    <>
      {canBePublic(fields.type) && (
        <Switch
          label="Public"
          hint="Anybody with the band's public calendar sees it."
          isOn={fields.isPublic}
          onChange={(isPublic) => set(afterVisibility(isPublic, fields))}
        />
      )}
      <TextField
        key={place}
        label={textLabels[place]}
        autoComplete="off"
        maxLength={limits.placeLength}
        error={form.formState.errors[place]?.message}
        {...form.register(place)}
      />
    </>
  )
}

function noteOnPrivacy(bandId: string | null): string {
  return bandId
    ? 'All your bands see the dates. Only this band sees the title and notes.'
    : 'All your bands see the dates. Only you see the title and notes.'
}

function TypeMark({ type }: { type: EventType }) {
  return (
    <span className={`grid size-7 place-content-center rounded-chip ${eventLooks[type].chip}`}>
      <EventIcon type={type} className="size-4" />
    </span>
  )
}
