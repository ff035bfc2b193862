// The deps of a gig: the requests to them, and for admins and owners the search for one while a member is missing.

import { depGigStart } from '@gaffer/domain/dep-ask'
import { canManageDeps } from '@gaffer/domain/dep'
import { depMessages } from '@gaffer/domain/dep-messages'
import type { Event } from '@gaffer/domain/event'
import { UserRoundSearch } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAnswers } from '#api/answers.ts'
import { useDepRequests, useDeps } from '#api/deps.ts'
import type { OwnMembership } from '#api/me.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { listed } from '#components/listed.ts'
import { useNow } from '#components/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { DepRequestCard } from './dep-request-card.tsx'
import { missingMembers } from './missing-members.ts'

const FindDepDialog = lazy(async () => ({ default: (await import('./find-dep-dialog.tsx')).FindDepDialog }))

type Props = { event: Event; /** In the event's band. */ membership: OwnMembership }

export function EventDeps({ event, membership }: Props) {
  const { bandId } = membership
  const key = { bandId, eventId: event.id }
  const requests = useDepRequests(key)
  const { answers } = useAnswers(key)
  const deps = useDeps(bandId)
  const [isFinding, setFinding] = useState(false)
  const isAhead = depGigStart(event) > useNow() && event.status !== 'cancelled'
  const canManage = canManageDeps(membership) && isAhead
  const missing = missingMembers(answers ?? [])
  const uncovered = missing.filter(({ coveredBy }) => coveredBy === null)
  const isOffered = canManage && uncovered.length > 0
  const isRead = requests.data !== undefined && deps.data !== undefined
  const error = isRead ? null : (requests.error ?? deps.error)
  const hasRequests = isRead && requests.data.length > 0
  if (!hasRequests && !error && !(isRead && isOffered)) return null

  const nameOf = (depId: string) => deps.data?.find(({ id }) => id === depId)?.name ?? 'A dep'
  const memberName = (id: string | null) => answers?.find(({ membershipId }) => membershipId === id)?.displayName ?? null
  return (
    <section aria-labelledby="event-deps" className="mt-5 grid grid-cols-1 gap-3 border-t border-hairline pt-5">
      <h2 id="event-deps" className="text-lg font-bold">
        Deps
      </h2>
      {error && (
        <ErrorState
          text={getErrorMessage(error, depMessages.requestsNotRead)}
          onRetry={() => void Promise.all([requests.refetch(), deps.refetch()])}
          isRetrying={requests.isFetching || deps.isFetching}
        />
      )}
      {requests.data?.map((request) => (
        <DepRequestCard
          key={request.id}
          event={key}
          request={request}
          nameOf={nameOf}
          covered={memberName(request.coversMembershipId)}
          canManage={canManage}
        />
      ))}
      {isOffered && isRead && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-40 text-muted">
            {depMessages.cannotPlay(listed(uncovered.map(({ displayName }) => displayName)))}
          </p>
          <Button
            variant={hasRequests ? 'secondary' : 'primary'}
            size="sm"
            onClick={() => setFinding(true)}
          >
            <UserRoundSearch aria-hidden="true" className="size-5" />
            Find a dep
          </Button>
        </div>
      )}
      {isFinding && isRead && (
        <Suspense>
          <FindDepDialog
            event={event}
            bandId={bandId}
            deps={deps.data}
            requests={requests.data}
            missing={missing}
            onClose={() => setFinding(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
