// The fields of a gig sheet: all fields in the gig sheet's own form, and in the form of a gig only the fields that are known early.

import { limits } from '@gaffer/domain/shared/limits'
import type { ReactNode } from 'react'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import type { ErrorsByFieldPath, GigSheetFormValues } from './gig-sheet-form-values.ts'
import { GigRunningTimesField } from './gig-running-times-field.tsx'

type Props = {
  fields: GigSheetFormValues
  errors: ErrorsByFieldPath
  set: (changes: Partial<GigSheetFormValues>) => void
  /** Leaves out fields that are only known later: getting there, gear, hospitality, and whether the fee is paid. */
  isShort?: boolean
}

type TextFieldName = {
  [Name in keyof GigSheetFormValues]: GigSheetFormValues[Name] extends string ? Name : never
}[keyof GigSheetFormValues]

export function GigSheetFields({ fields, errors, set, isShort = false }: Props) {
  const textFieldProps = (name: TextFieldName, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const fee = <TextField label="Fee in pounds" isOptional inputMode="decimal" {...textFieldProps('fee', 20)} />
  return (
    <>
      <GigRunningTimesField times={fields.times} errors={errors} onChange={(times) => set({ times })} />
      <TextArea
        label="Address"
        isOptional
        hint="As a sat nav needs it"
        rows={2}
        {...textFieldProps('address', limits.addressLength)}
      />
      {isShort && fee}
      <FieldGroup label="Contact at the venue">
        <TextField label="Name" isOptional {...textFieldProps('contactName', limits.nameLength)} />
        <TextField
          label="Phone"
          isOptional
          type="tel"
          inputMode="tel"
          {...textFieldProps('contactPhone', limits.contactPhoneLength)}
        />
        <TextField
          label="Email"
          isOptional
          type="email"
          inputMode="email"
          {...textFieldProps('contactEmail', limits.emailLength)}
        />
      </FieldGroup>
      {!isShort && (
        <>
          <TextArea
            label="Getting there"
            isOptional
            hint="Parking, the door to load in by"
            {...textFieldProps('gettingThere', limits.notesLength)}
          />
          <TextArea
            label="Gear"
            isOptional
            hint="What is there, and what the band brings"
            {...textFieldProps('gear', limits.notesLength)}
          />
          <TextArea
            label="Hospitality"
            isOptional
            hint="Food, drinks, guest list"
            {...textFieldProps('hospitality', limits.notesLength)}
          />
          <FieldGroup label="Money">
            {fee}
            <TextField
              label="Fee note"
              isOptional
              hint="Cash, door split, expenses"
              {...textFieldProps('feeNote', limits.placeLength)}
            />
            <Switch label="Paid" isOn={fields.feePaid} onChange={(feePaid) => set({ feePaid })} />
          </FieldGroup>
        </>
      )}
    </>
  )
}

function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-card border border-hairline p-4 pt-2">
      <legend className="px-1 font-semibold">{label}</legend>
      {children}
    </fieldset>
  )
}
