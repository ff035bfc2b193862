// The dep requests of a gig. While a member is missing, admins and owners can also search for a dep.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { canManageDeps } from '@gaffer/domain/deps/dep'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { latestEventStart } from '@gaffer/domain/events/event-times'
import { UserRoundSearch } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { OwnMembership } from '#lib/me.ts'
import { combineReads, QueryState } from '#lib/query-state.tsx'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { useNowMs } from '#lib/use-now.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { DepRequestCard } from './dep-request-card.tsx'
import type { FindDepProps } from './find-dep-dialog.tsx'
import { listAnswersNeedingDep } from './missing-members.ts'

const loadFindDepDialog = () => import('./find-dep-dialog.tsx')
// A failed prefetch is ignored, because opening the dialog imports it again and shows a failure.
const prefetchFindDepDialog = () => void loadFindDepDialog().catch(() => undefined)
const FindDepDialog = lazyOverlay(loadFindDepDialog, 'FindDepDialog')

/** Shown for a dep who is no longer in the dep book while the request is still on screen. */
const formerDepName = 'A former dep'

type Props = { event: CalendarEntry; /** The user's membership in the event's band. */ membership: OwnMembership }

export function EventDeps({ event, membership }: Props) {
  const { bandId } = membership
  const requests = useEndpoint('GET /api/bands/:bandId/events/:eventId/dep-requests', {
    params: { bandId, eventId: event.id },
  })
  const isAhead = latestEventStart(event) > useNowMs() && event.status !== 'cancelled'
  const canManage = canManageDeps(membership) && isAhead
  const isEmpty = requests.data?.length === 0
  const deps = useEndpoint('GET /api/bands/:bandId/deps', { params: { bandId } }, { enabled: canManage || !isEmpty })
  if (isEmpty && !canManage) return null
  const combinedRead = combineReads({ requests, deps })
  if (combinedRead.data)
    return <LoadedDeps event={event} bandId={bandId} canManage={canManage} {...combinedRead.data} />
  if (!combinedRead.error) return null
  return (
    <DepsSection>
      <QueryState query={combinedRead} fallback={depMessages.requestsNotRead} />
    </DepsSection>
  )
}

type LoadedDepsProps = Omit<FindDepProps, 'missing' | 'onClose'> & { canManage: boolean }

function LoadedDeps({ canManage, ...gig }: LoadedDepsProps) {
  const { event, bandId, deps, requests } = gig
  const params = { bandId, eventId: event.id }
  const { data: answers } = useEndpoint('GET /api/bands/:bandId/events/:eventId/answers', { params })
  const missing = canManage ? listAnswersNeedingDep(answers ?? [], requests) : []
  /** The missing members, copied when the dialog opens: if they answer Yes meanwhile, the dialog stays open and keeps its entries. */
  const [missingWhenOpened, setMissingWhenOpened] = useState<readonly MemberAnswer[] | null>(null)
  const names = new Map(deps.map(({ id, name }) => [id, name]))
  const memberNames = new Map(answers?.map(({ membershipId, displayName }) => [membershipId, displayName]))
  return (
    <>
      {(requests.length > 0 || missing.length > 0) && (
        <DepsSection>
          {requests.map((request) => (
            <DepRequestCard
              key={request.id}
              event={params}
              request={request}
              depNameOf={(depId) => names.get(depId) ?? formerDepName}
              covered={memberNames.get(request.coversMembershipId ?? '') ?? null}
              canManage={canManage}
            />
          ))}
          {missing.length > 0 && (
            <FindDepPrompt
              missing={missing}
              isFirst={requests.length === 0}
              onFind={() => setMissingWhenOpened(missing)}
            />
          )}
        </DepsSection>
      )}
      {missingWhenOpened && (
        <Suspense>
          <FindDepDialog {...gig} missing={missingWhenOpened} onClose={() => setMissingWhenOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

function DepsSection({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="event-deps" className="mt-5 grid grid-cols-1 gap-3 border-t border-hairline pt-5">
      <h2 id="event-deps" className="text-lg font-bold">
        Deps
      </h2>
      {children}
    </section>
  )
}

type FindDepPromptProps = {
  missing: readonly MemberAnswer[]
  /** True while the gig has no dep request. */
  isFirst: boolean
  onFind: () => void
}

function FindDepPrompt({ missing, isFirst, onFind }: FindDepPromptProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-40 text-muted">
        {depMessages.cannotPlay(joinNames(missing.map(({ displayName }) => displayName)))}
      </p>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        size="sm"
        onPointerEnter={prefetchFindDepDialog}
        onFocus={prefetchFindDepDialog}
        onClick={onFind}
      >
        <UserRoundSearch aria-hidden="true" className="size-5" />
        Find a dep
      </Button>
    </div>
  )
}
