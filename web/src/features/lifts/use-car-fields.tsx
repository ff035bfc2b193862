// The form fields of a car: the number of seats, the place and the time of departure.

import type { Lift, LiftInput } from '@gaffer/domain/lifts/lift'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { formatTime, isRealTime } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { parseTypedTime } from '@gaffer/domain/shared/typed-time'
import { useState, type ReactElement } from 'react'
import { TextField } from '#ui/text-field.tsx'

type CarFieldTexts = { seats: string; from: string; leaves: string }
export type CarFields = {
  fields: ReactElement
  isDirty: boolean
  /** Reads the typed car. If a field is invalid, shows the errors and returns null. */
  readCar: () => LiftInput | null
}

const defaultSeats = 3

function fieldTextsOf(lift: Lift | undefined): CarFieldTexts {
  return {
    seats: String(lift?.seats ?? defaultSeats),
    from: lift?.from ?? '',
    leaves: lift?.leavesAt ? formatTime(lift.leavesAt) : '',
  }
}

/** The state of the fields, which begin with the car of `lift` if its member drives. */
export function useCarFields(lift: Lift | undefined): CarFields {
  const [initialTexts] = useState(() => fieldTextsOf(lift))
  const [texts, setTexts] = useState(initialTexts)
  const [isChecked, setChecked] = useState(false)
  const set = (changes: Partial<CarFieldTexts>) => setTexts((last) => ({ ...last, ...changes }))
  const seats = /^\s*\d{1,2}\s*$/.test(texts.seats) ? Number(texts.seats) : 0
  const areSeatsValid = seats >= 1 && seats <= limits.liftSeats
  const leavesAt = texts.leaves.trim() === '' ? null : parseTypedTime(texts.leaves, null)
  const isTimeValid = texts.leaves.trim() === '' || (leavesAt !== null && isRealTime(leavesAt))
  const fields = (
    <>
      <TextField
        label="Seats for others"
        inputMode="numeric"
        autoComplete="off"
        value={texts.seats}
        error={isChecked && !areSeatsValid ? liftMessages.seatsInvalid : undefined}
        onChange={({ target }) => set({ seats: target.value })}
      />
      <TextField
        label="From where"
        isOptional
        autoComplete="off"
        maxLength={limits.liftFromLength}
        value={texts.from}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label="Leaving at"
        isOptional
        hint={leavesAt && isTimeValid ? formatTime(leavesAt) : 'Such as 16:10 or half 4'}
        autoComplete="off"
        value={texts.leaves}
        error={isChecked && !isTimeValid ? messages.timeNotUnderstood : undefined}
        onChange={({ target }) => set({ leaves: target.value })}
      />
    </>
  )
  return {
    fields,
    isDirty: (Object.keys(initialTexts) as (keyof CarFieldTexts)[]).some((name) => texts[name] !== initialTexts[name]),
    readCar() {
      setChecked(true)
      return areSeatsValid && isTimeValid ? { mode: 'drives', seats, from: texts.from, leavesAt } : null
    },
  }
}
