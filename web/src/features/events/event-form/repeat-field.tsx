// Whether a new event repeats, and until when. Beneath the date of the event.

import { isRealDate } from '@gaffer/domain/shared/dates'
import { canRepeat } from '@gaffer/domain/events/repeat'
import { Select } from '#ui/select.tsx'
import { DateFieldWithPicker } from './date-field-with-picker.tsx'
import type { EventFormValues } from './event-form-values.ts'
import { newRepeatFormValues, repeatOptions, formatRepeatSummary } from './repeat-dates.ts'
import type { RepeatFieldState } from './use-repeat-field.ts'

type Props = { fields: EventFormValues; bandId: string | null; today: string; repeating: RepeatFieldState }
type OfBand = Props & { bandId: string }

/** Renders nothing for types that can't repeat. */
export function RepeatField({ bandId, ...props }: Props) {
  return bandId && canRepeat(props.fields.type) ? <FieldOfBand bandId={bandId} {...props} /> : null
}

function FieldOfBand({ fields, bandId, today, repeating }: OfBand) {
  const { repeat, setRepeat, series, error, untilRef } = repeating
  return (
    <div className="grid grid-cols-1 gap-4 short:gap-2">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-3 gap-y-4">
        <Select
          label="Repeat"
          options={repeatOptions(fields.date)}
          value={repeat?.every ?? 'never'}
          onChange={(every) => {
            if (every === 'never') setRepeat(null)
            else setRepeat(repeat ? { ...repeat, every } : newRepeatFormValues(fields.date, every))
          }}
        />
        {repeat && (
          <DateFieldWithPicker
            label="Until"
            error={error}
            inputRef={untilRef}
            value={repeat.until}
            bandId={bandId}
            today={today}
            earliest={isRealDate(fields.date) ? fields.date : undefined}
            onChange={(until) => setRepeat({ ...repeat, until })}
          />
        )}
      </div>
      {repeat && series && series.issues.length === 0 && (
        <p className="text-sm text-muted">{formatRepeatSummary(series)}</p>
      )}
    </div>
  )
}
