// Money of a gig on its page: the way to its settlement for admins and owners, and the member's own miles.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { canManageMoney } from '@gaffer/domain/money/access'
import { displayDayInLondon } from '@gaffer/domain/shared/dates'
import { Link } from '@tanstack/react-router'
import { PoundSterling } from 'lucide-react'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptySlot } from '#ui/empty-slot.tsx'
import { MilesField } from './miles-field.tsx'

type Props = { event: CalendarEntry; membership: OwnMembership; isOver: boolean }

export function GigMoney({ event, membership, isOver }: Props) {
  const { bandId } = membership
  return (
    <div className="grid grid-cols-1 gap-4">
      {canManageMoney(membership) && <WayToSettlement bandId={bandId} eventId={event.id} isOver={isOver} />}
      {isOver && (
        <Card className="p-4">
          <MilesField bandId={bandId} eventId={event.id} />
        </Card>
      )}
    </div>
  )
}

type WayProps = { bandId: string; eventId: string; isOver: boolean }

function WayToSettlement({ bandId, eventId, isOver }: WayProps) {
  const params = { bandId, eventId }
  // While it is read, or cannot be, the page of the settlement says how things are.
  const { data } = useEndpoint('GET /api/bands/:bandId/events/:eventId/settlement', { params }, { enabled: isOver })
  const settledAt = data?.settledAt ?? null
  const text = isOver ? 'Where the fee goes, and who is owed what.' : 'Settle the gig when the fee is in.'
  return (
    <EmptySlot
      icon={<PoundSterling aria-hidden="true" className="size-6" />}
      title="Money"
      text={settledAt === null ? text : `Settled on ${displayDayInLondon(settledAt)}.`}
      action={
        <Link
          to="/bands/$bandId/events/$eventId/settlement"
          params={params}
          className={buttonClassNameFor({
            variant: isOver && settledAt === null ? 'primary' : 'secondary',
            isWide: true,
          })}
        >
          {settledAt === null ? 'Settle' : 'Where the fee went'}
        </Link>
      }
    />
  )
}
