// The fields that only gigs and festivals have.

import { limits } from '@gaffer/domain/shared/limits'
import { addMissingScheme } from '@gaffer/domain/shared/web-address'
import { useState } from 'react'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SetlistSelect } from '#features/set-lists/setlist-select.tsx'
import { OptionalFields } from '#ui/optional-fields.tsx'
import { textFieldLabels } from './event-form-values.ts'
import type { EventEditing } from './use-event-form.ts'
import type { GigSheetEntry } from './event-form-props.ts'

/** The fields about the public page, for a public gig or festival. */
export function ListingFields({ form, fields, set }: Pick<EventEditing, 'form' | 'fields' | 'set'>) {
  const { errors } = form.formState
  return (
    <>
      <Switch
        label="On the public page"
        hint="Once it is confirmed, with venue (add its town), times, tickets and price. Nothing else."
        isOn={fields.isListed}
        onChange={(isListed) => set({ isListed })}
      />
      {fields.isListed && (
        <>
          <TextField
            label={textFieldLabels.ticketUrl}
            isOptional
            inputMode="url"
            autoComplete="off"
            maxLength={limits.webAddressLength}
            error={errors.ticketUrl?.message}
            {...form.register('ticketUrl', { setValueAs: addMissingScheme })}
          />
          <TextField
            label={textFieldLabels.priceText}
            isOptional
            autoComplete="off"
            maxLength={limits.priceLength}
            error={errors.priceText?.message}
            {...form.register('priceText')}
          />
        </>
      )}
    </>
  )
}

type MoreGigFieldsProps = {
  editing: Pick<EventEditing, 'fields' | 'set'>
  bandId: string | null
  sheet: GigSheetEntry
  isNew: boolean
}

/** The gig sheet and the set list, in a collapsible section beneath date, times and place. */
export function MoreGigFields({ editing: { fields, set }, bandId, sheet, isNew }: MoreGigFieldsProps) {
  // Only the initial state of the section: the member opens and closes it later.
  const [isOpen] = useState(sheet.hasEntries || (isNew && fields.setlistId !== null))
  if (bandId === null) return null
  return (
    <OptionalFields label="More for this gig" isOpen={isOpen}>
      {sheet.fields}
      <SetlistSelect
        label="Set list"
        bandId={bandId}
        value={fields.setlistId}
        onChange={(setlistId) => set({ setlistId })}
      />
    </OptionalFields>
  )
}
