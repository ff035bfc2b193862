// The fields of the event form that apply to the chosen type.

import { isRealDate } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import {
  asksAnswersByDefault,
  canBePublic,
  eventTypeLabels,
  type BandEventType,
  type EventType,
} from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { CalendarRange } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { StatusAndAnswerFields, differsFromDefaultAsksAnswers } from './answer-fields.tsx'
import type { ClashCheck } from './clash-check.ts'
import { DaysAwayPicker } from './days-away-picker.tsx'
import { initialOptionDates } from './option-dates.ts'
import { OptionDatesField } from './option-dates-field.tsx'
import type { EventFormMethods, SetEventFormValues } from './use-event-form.ts'
import type { OptionDatesFieldState } from './use-option-dates-field.ts'
import {
  changesForDate,
  changesForType,
  changesForVisibility,
  textFieldLabels,
  type EventFormValues,
} from './event-form-values.ts'
import { RecentPlaces } from './recent-places.tsx'
import { RepeatField } from './repeat-field.tsx'
import type { RepeatFieldState } from './use-repeat-field.ts'
import { ScheduleFields } from './schedule-fields.tsx'

type Props = {
  form: EventFormMethods
  fields: EventFormValues
  set: SetEventFormValues
  types: readonly EventType[]
  onTypeChosen: ((type: BandEventType) => void) | undefined
  /** The event as it is stored; null for a new one. */
  event: CalendarEntry | null
  bandId: string | null
  today: string
  conflicts: ReactNode
  clashCheck: ClashCheck
  options: OptionDatesFieldState
  repeating: RepeatFieldState
}

export function EventFormFields({
  form,
  fields,
  set,
  types,
  onTypeChosen,
  event,
  bandId,
  today,
  conflicts,
  clashCheck: { ConflictWarning, RepeatConflicts },
  options,
  repeating,
}: Props) {
  const { errors } = form.formState
  const isAway = fields.type === 'unavailable'
  const isEnquiry = options.dates !== null
  const [isAskTouched, setAskTouched] = useState(() => differsFromDefaultAsksAnswers(fields))

  function chooseType(type: EventType) {
    if (event === null && type !== 'unavailable') onTypeChosen?.(type)
    const isPast = type === 'unavailable' && fields.date < today
    if (type === 'unavailable') options.setDates(null)
    set({
      ...changesForType(type, fields),
      type,
      ...(!isAskTouched && { asksAnswers: isEnquiry || asksAnswersByDefault(type) }),
      ...(isPast && { date: today, endDate: null }),
    })
  }

  /** Turns the event into an enquiry, which asks everybody, or back. */
  function ask(dates: string[] | null) {
    options.setDates(dates)
    const date = dates === null ? options.dates?.find(isRealDate) : undefined
    set({
      ...(date && { date }),
      ...(!isAskTouched && { asksAnswers: dates !== null || asksAnswersByDefault(fields.type) }),
      endDate: null,
    })
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
        <ScheduleFields
          form={form}
          fields={fields}
          set={set}
          bandId={bandId}
          today={today}
          onMove={(date) => set(changesForDate(date, fields, event))}
          optionDates={
            options.dates && (
              <OptionDatesField
                dates={options.dates}
                errors={options.errors}
                inputs={options.inputs}
                fields={fields}
                bandId={bandId}
                today={today}
                ConflictWarning={ConflictWarning}
                onChange={options.setDates}
                onOneDate={() => ask(null)}
              />
            )
          }
          belowDates={
            <MoreDates
              {...{ event, isEnquiry, fields, bandId, today, repeating }}
              onAsk={() => ask(initialOptionDates(fields.date))}
            />
          }
        />
      )}
      {!isEnquiry && repeating.repeat === null && conflicts}
      <RepeatConflicts fields={fields} bandId={bandId} repeating={repeating} />
      {!isAway && <WhereFields form={form} fields={fields} set={set} bandId={bandId} today={today} />}
      <TextField
        label={textFieldLabels.title}
        isOptional
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextArea
        label={textFieldLabels.notes}
        isOptional
        hint={isAway ? noteOnPrivacy(bandId) : undefined}
        maxLength={limits.notesLength}
        error={errors.notes?.message}
        {...form.register('notes')}
      />
      {!isAway && (
        <StatusAndAnswerFields
          form={form}
          fields={fields}
          set={set}
          event={event}
          bandId={bandId}
          today={today}
          isEnquiry={isEnquiry}
          onAsk={(asksAnswers) => {
            setAskTouched(true)
            set({ asksAnswers, ...(!asksAnswers && { replyBy: null }) })
          }}
        />
      )}
    </>
  )
}

type MoreDatesProps = Pick<Props, 'event' | 'fields' | 'bandId' | 'today' | 'repeating'> & {
  isEnquiry: boolean
  onAsk: () => void
}

/** A new event may repeat, or ask about several dates. */
function MoreDates({ event, isEnquiry, onAsk, ...repeat }: MoreDatesProps) {
  if (event !== null || isEnquiry) return null
  return (
    <>
      <RepeatField {...repeat} />
      {repeat.repeating.repeat === null && <SeveralDates onPress={onAsk} />}
    </>
  )
}

function SeveralDates({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="quiet" size="sm" className="justify-self-start" onClick={onPress}>
      <CalendarRange aria-hidden="true" className="size-5" />
      Ask about several dates
    </Button>
  )
}

function WhereFields({ form, fields, set, ...of }: Pick<Props, 'form' | 'fields' | 'set' | 'bandId' | 'today'>) {
  const place = fields.isPublic ? 'venue' : 'location'
  return (
    <>
      {canBePublic(fields.type) && (
        <Switch
          label="Public"
          hint="Anybody with the band's public calendar sees it."
          isOn={fields.isPublic}
          onChange={(isPublic) => set(changesForVisibility(isPublic, fields))}
        />
      )}
      <TextField
        key={place}
        label={textFieldLabels[place]}
        autoComplete="off"
        maxLength={limits.placeLength}
        error={form.formState.errors[place]?.message}
        {...form.register(place)}
      />
      {of.bandId && (
        <RecentPlaces
          bandId={of.bandId}
          today={of.today}
          place={place}
          value={fields[place]}
          onChange={(name) => set({ [place]: name })}
        />
      )}
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
    <span className={`grid size-7 place-content-center rounded-chip ${eventTypeStyles[type].chip}`}>
      <EventTypeIcon type={type} className="size-4" />
    </span>
  )
}
