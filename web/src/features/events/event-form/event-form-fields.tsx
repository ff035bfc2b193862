// The fields of the event form that apply to the chosen type.

import { isRealDate } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { asksAnswersByDefault, canBePublic, eventTypeLabels, type EventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { CalendarRange } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { useMe } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { StatusAndAnswerFields, differsFromDefaultAsksAnswers } from './answer-fields.tsx'
import { storeChosenType } from './chosen-type.ts'
import type { ClashCheck, GigSheetEntry } from './event-form-props.ts'
import { DaysAwayPicker } from './days-away-picker.tsx'
import { initialOptionDates, OptionDatesField, type OptionDatesFieldState } from './option-dates-field.tsx'
import type { EventEditing } from './use-event-form.ts'
import { changesForDate, changesForType, changesForVisibility, textFieldLabels } from './event-form-values.ts'
import { ListingFields } from './gig-fields.tsx'
import { RecentPlaces } from './recent-places.tsx'
import { RepeatField, type RepeatFieldState } from './repeat-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

type Props = {
  editing: EventEditing
  types: readonly EventType[]
  /** The event as it is stored; null for a new one. */
  event: CalendarEntry | null
  bandId: string | null
  today: string
  /** The warnings about clashes, beneath the date fields. */
  beneathDates: ReactNode
  /** The fields that only a new event has. */
  adding?: {
    options: OptionDatesFieldState
    repeating: RepeatFieldState
    ConflictWarning: ClashCheck['ConflictWarning']
    /** Renders the earlier venues of the band; null unless the event is a gig. */
    venues: GigSheetEntry['venues'] | null
  }
  /** The fields for the gig sheet and the set list of a gig; nothing for other types. */
  more?: ReactNode
}

export function EventFormFields({ editing, types, event, bandId, today, beneathDates, adding, more }: Props) {
  const { form, fields, set } = editing
  const { errors } = form.formState
  const isAway = fields.type === 'unavailable'
  const options = adding?.options
  const dates = options?.dates ?? null
  const isOptionGroup = dates !== null
  const [isAskTouched, setAskTouched] = useState(() => differsFromDefaultAsksAnswers(fields))

  function chooseType(type: EventType) {
    if (adding && type !== 'unavailable') storeChosenType(type)
    const isPast = type === 'unavailable' && fields.date < today
    if (type === 'unavailable') options?.setDates(null)
    set({
      ...changesForType(type, fields),
      type,
      ...(!isAskTouched && { asksAnswers: isOptionGroup || asksAnswersByDefault(type) }),
      ...(isPast && { date: today, endDate: null }),
    })
  }

  /** Turns the event into an option group of the given dates, which asks everybody by default. With null, turns it back into one event. */
  function changeDates(optionDates: string[] | null) {
    options?.setDates(optionDates)
    const date = optionDates === null ? dates?.find(isRealDate) : undefined
    set({
      ...(date && { date }),
      ...(!isAskTouched && { asksAnswers: optionDates !== null || asksAnswersByDefault(fields.type) }),
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
          hint={fields.type === 'public_gig' && !types.includes('gig') ? eventMessages.privateGigs : undefined}
          error={errors.type?.message}
        />
      )}
      <WhenFields editing={editing} event={event} bandId={bandId} today={today} adding={adding} onAsk={changeDates} />
      {beneathDates}
      {!isAway && (
        <WhereFields form={form} fields={fields} set={set} bandId={bandId} today={today} venues={adding?.venues} />
      )}
      {more}
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
        hint={isAway ? <DaysAwayPrivacyNote event={event} bandId={bandId} /> : undefined}
        maxLength={limits.notesLength}
        error={errors.notes?.message}
        {...form.register('notes')}
      />
      {fields.isPublic && canBePublic(fields.type) && <ListingFields form={form} fields={fields} set={set} />}
      {!isAway && (
        <StatusAndAnswerFields
          form={form}
          fields={fields}
          set={set}
          event={event}
          bandId={bandId}
          today={today}
          isOptionGroup={isOptionGroup}
          onAsk={(asksAnswers) => {
            setAskTouched(true)
            set({ asksAnswers, ...(!asksAnswers && { replyBy: null }) })
          }}
        />
      )}
    </>
  )
}

type WhenProps = Pick<Props, 'editing' | 'event' | 'bandId' | 'today'> & {
  adding: Props['adding']
  /** Turns the event into an option group of these dates; with null, into an event on one date. */
  onAsk: (dates: string[] | null) => void
}

function WhenFields({ editing: { form, fields, set }, event, bandId, today, adding, onAsk }: WhenProps) {
  const { errors } = form.formState
  const sharedProps = { fields, bandId, today }
  const dates = adding?.options.dates
  if (fields.type === 'unavailable') {
    return (
      <DaysAwayPicker
        date={fields.date}
        endDate={fields.endDate}
        bandId={bandId}
        today={today}
        error={errors.date?.message ?? errors.endDate?.message}
        onChange={set}
      />
    )
  }
  return (
    <ScheduleFields
      {...sharedProps}
      form={form}
      set={set}
      onMove={(date) => set(changesForDate(date, fields, event))}
      optionDates={
        adding &&
        dates && (
          <OptionDatesField
            {...sharedProps}
            {...adding.options}
            dates={dates}
            ConflictWarning={adding.ConflictWarning}
            onChange={adding.options.setDates}
            onOneDate={() => onAsk(null)}
          />
        )
      }
      belowDates={
        adding &&
        !dates && (
          <>
            <RepeatField {...sharedProps} repeating={adding.repeating} />
            {adding.repeating.repeat === null && (
              <SeveralDatesButton
                isLocked={adding.options.isLocked}
                onPress={() => onAsk(initialOptionDates(fields.date))}
              />
            )}
          </>
        )
      }
    />
  )
}

function SeveralDatesButton({ isLocked, onPress }: { isLocked: boolean; onPress: () => void }) {
  return (
    <Button variant="quiet" size="sm" className="justify-self-start" disabled={isLocked} onClick={onPress}>
      <CalendarRange aria-hidden="true" className="size-5" />
      Ask about several dates
    </Button>
  )
}

type WhereProps = Pick<EventEditing, 'form' | 'fields' | 'set'> &
  Pick<Props, 'bandId' | 'today'> & { venues: GigSheetEntry['venues'] | null | undefined }

function WhereFields({ form, fields, set, venues, ...of }: WhereProps) {
  const place = fields.isPublic ? 'venue' : 'location'
  const choosePlace = (name: string) => set({ [place]: name })
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
      {of.bandId && venues?.({ bandId: of.bandId, value: fields[place], onChange: choosePlace })}
      {of.bandId && !venues && (
        <RecentPlaces bandId={of.bandId} today={of.today} place={place} value={fields[place]} onChange={choosePlace} />
      )}
    </>
  )
}

/** Names the band that can read the title and notes of days away: the band in which they were stored, even if another one is selected. */
function DaysAwayPrivacyNote({ event, bandId }: Pick<Props, 'event' | 'bandId'>) {
  const readingBandId = event ? event.bandId : bandId
  const readingBandName = useMe().data?.bands.find((one) => one.bandId === readingBandId)?.band.name ?? 'one band'
  if (readingBandId === null) return 'All your bands see the dates. Only you see the title and notes.'
  return `All your bands see the dates. Only ${readingBandId === bandId ? 'this band' : readingBandName} sees the title and notes.`
}

function TypeMark({ type }: { type: EventType }) {
  return (
    <span className={`grid size-7 place-content-center rounded-chip ${eventTypeStyles[type].chip}`}>
      <EventTypeIcon type={type} className="size-4" />
    </span>
  )
}
