// The fields of a public gig or festival that its public page shows.

import { limits } from '@gaffer/domain/shared/limits'
import { withScheme } from '@gaffer/domain/shared/web-address'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { textFieldLabels } from './event-form-values.ts'
import type { EventEditing } from './use-event-form.ts'

export function ListingFields({ form, fields, set }: Pick<EventEditing, 'form' | 'fields' | 'set'>) {
  const { errors } = form.formState
  return (
    <>
      <Switch
        label="On the public page"
        hint="Once it is confirmed, with venue, times, tickets and price. Nothing else."
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
            {...form.register('ticketUrl', { setValueAs: withScheme })}
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
