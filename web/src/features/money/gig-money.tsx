// The money of a gig on its page: the link to its settlement for admins and owners, and the member's own miles.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { canManageMoney } from '@gaffer/domain/money/access'
import { formatDayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { Link } from '@tanstack/react-router'
import { PoundSterling } from 'lucide-react'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { buttonClassNameFor, Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptySlot } from '#ui/empty-slot.tsx'
import { QueryState } from '#lib/query-state.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useStoredText } from '#ui/use-stored-text.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

type Props = { event: CalendarEntry; membership: OwnMembership; hasBegun: boolean }

export function GigMoney({ event, membership, hasBegun }: Props) {
  const { bandId } = membership
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden">
      {canManageMoney(membership) && <SettlementSlot event={event} bandId={bandId} hasBegun={hasBegun} />}
      {hasBegun && (
        <Card className="p-4">
          <MilesField bandId={bandId} eventId={event.id} />
        </Card>
      )}
    </div>
  )
}

type SettlementSlotProps = { event: CalendarEntry; bandId: string; hasBegun: boolean }

/** A cancelled gig has a link only to a settlement that is stored. */
function SettlementSlot({ event, bandId, hasBegun }: SettlementSlotProps) {
  const params = { bandId, eventId: event.id }
  const isCancelled = event.status === 'cancelled'
  // A failed request shows nothing here, because the settlement's own page shows the error.
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/settlement',
    { params },
    { enabled: hasBegun || isCancelled },
  )
  if (isCancelled && !data?.version) return null
  const settledAt = data?.settledAt ?? null
  const text = hasBegun ? 'Where the fee goes, and who is owed what.' : 'Settle the gig when the fee is in.'
  return (
    <EmptySlot
      icon={<PoundSterling aria-hidden="true" className="size-6" />}
      title="Money"
      text={settledAt === null ? text : `Settled on ${formatDayInLondon(settledAt)}.`}
      action={
        <Link
          to="/bands/$bandId/events/$eventId/settlement"
          params={params}
          className={buttonClassNameFor({
            variant: hasBegun && settledAt === null ? 'primary' : 'secondary',
            isWide: true,
          })}
        >
          {settledAt === null ? 'Settle' : 'Where the fee went'}
        </Link>
      }
    />
  )
}

type MilesFieldProps = { bandId: string; eventId: string }

/** The member's own miles of a gig, for their statement. */
function MilesField(props: MilesFieldProps) {
  const miles = useEndpoint('GET /api/bands/:bandId/events/:eventId/miles', { params: props })
  return (
    <QueryState query={miles} fallback={moneyMessages.milesNotRead} isInline>
      {(data) => <MilesForm {...props} stored={data.miles} />}
    </QueryState>
  )
}

function MilesForm({ bandId, eventId, stored }: MilesFieldProps & { stored: number | null }) {
  const [text, setText] = useStoredText(stored === null ? '' : String(stored))
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
      className="flex items-start gap-2"
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
      <Button
        type="submit"
        variant="secondary"
        isBusy={save.isPending}
        disabled={!isValid || miles === stored}
        // Aligns the button with the input, which is below its label.
        className="mt-[1.625rem]"
      >
        Save
      </Button>
    </Form>
  )
}
