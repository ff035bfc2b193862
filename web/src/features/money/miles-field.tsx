// The member's own miles of a gig, for their statement.

import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { useState } from 'react'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

type Props = { bandId: string; eventId: string }

export function MilesField(props: Props) {
  const miles = useEndpoint('GET /api/bands/:bandId/events/:eventId/miles', { params: props })
  return (
    <QueryState query={miles} fallback={moneyMessages.milesNotRead} isInline>
      {(data) => <Miles key={data.miles} {...props} stored={data.miles} />}
    </QueryState>
  )
}

function Miles({ bandId, eventId, stored }: Props & { stored: number | null }) {
  const [text, setText] = useState(stored === null ? '' : String(stored))
  const { keyFor } = useIdempotencyKeySource()
  const save = useChange('PUT /api/bands/:bandId/events/:eventId/miles', {
    changes: 'money',
    failure: { title: moneyMessages.milesNotSaved },
  })
  const miles = text.trim() === '' ? null : Number(text)
  useUnsavedEntries({ isDirty: () => miles !== stored })
  const isValid = miles === null || (Number.isInteger(miles) && miles >= 0 && miles <= limits.milesPerGig)
  return (
    <Form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid)
          void save.send({ params: { bandId, eventId }, body: { miles }, idempotencyKey: keyFor([miles, stored]) })
      }}
    >
      <TextField
        label="My miles"
        hint="There and back. Only you see them, on your statement."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        className="flex-1"
        value={text}
        error={isValid ? undefined : moneyMessages.milesInvalid}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="secondary" isBusy={save.isPending} disabled={!isValid || miles === stored}>
        Save
      </Button>
    </Form>
  )
}
