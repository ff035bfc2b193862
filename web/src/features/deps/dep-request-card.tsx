// A dep request: the deps who were asked, when, and their answers. Admins and owners can withdraw it or release the dep.

import type { DepAskStatus } from '@gaffer/domain/deps/dep'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { Check, Clock, CornerDownRight, Send, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { type DepRequest } from './queries.ts'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { useNowMs } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import {
  formatDepAskStatus,
  formatNextAskStep,
  formatDepRequestFacts,
  formatDepRequestTitle,
  formatShortMoment,
  type GetDepName,
} from './format-dep-request.ts'

type Props = {
  event: { bandId: string; eventId: string }
  request: DepRequest
  depNameOf: GetDepName
  /** The display name of the member whom the dep covers; null if the request names none. */
  covered: string | null
  canManage: boolean
}

export function DepRequestCard({ event, request, depNameOf, covered, canManage }: Props) {
  const now = useNowMs()
  const title = formatDepRequestTitle(request, depNameOf)
  const nextStep = formatNextAskStep(request, depNameOf, now)
  const canEnd = canManage && (request.status === 'open' || request.status === 'filled')
  return (
    <article
      aria-label={title}
      className="grid grid-cols-1 gap-2 rounded-control border border-hairline bg-sunken p-3 light:bg-bg"
    >
      <div>
        <h3 className="font-semibold break-words">{title}</h3>
        <p className="text-sm break-words text-muted first-letter:uppercase">
          {formatDepRequestFacts(request, covered)}
        </p>
      </div>
      <ol aria-label="Asked in this order" className="grid grid-cols-1 divide-y divide-hairline">
        {request.asks.map((ask) => (
          <li key={ask.depId} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5">
            <AskIcon status={ask.status} />
            {/* At large text sizes the answer wraps below the name. */}
            <span className="min-w-0 flex-1 basis-16 break-words">{depNameOf(ask.depId)}</span>
            <span className="ml-auto text-right text-sm text-muted">
              {formatDepAskStatus(ask, request, depNameOf)}
              {ask.at !== null && (
                <time dateTime={ask.at} className="block text-faint tabular-nums">
                  {formatShortMoment(Date.parse(ask.at), now)}
                </time>
              )}
            </span>
          </li>
        ))}
      </ol>
      {nextStep && <p className="text-sm text-muted">{nextStep}</p>}
      {canEnd && <EndRequestButton event={event} request={request} depNameOf={depNameOf} />}
    </article>
  )
}

const askIcons: Record<DepAskStatus, { Icon: LucideIcon; color: string }> = {
  waiting: { Icon: Clock, color: 'text-faint' },
  asked: { Icon: Send, color: 'text-accent' },
  yes: { Icon: Check, color: 'text-success' },
  no: { Icon: X, color: 'text-danger' },
  never: { Icon: X, color: 'text-danger' },
  expired: { Icon: Clock, color: 'text-warn' },
  covered: { Icon: CornerDownRight, color: 'text-faint' },
}

function AskIcon({ status }: { status: DepAskStatus }) {
  const { Icon, color } = askIcons[status]
  return <Icon aria-hidden="true" className={`size-5 shrink-0 ${color}`} />
}

function EndRequestButton({ event, request, depNameOf }: Pick<Props, 'event' | 'request' | 'depNameOf'>) {
  const endRequest = useChange('DELETE /api/bands/:bandId/events/:eventId/dep-requests/:requestId', {
    changes: 'deps',
    failure: { title: depMessages.requestNotEnded },
    isDoneIfNotFound: true,
  })
  const [isAsking, setAsking] = useState(false)
  const depName = request.filledBy === null ? null : depNameOf(request.filledBy)
  const names = request.asks.filter(({ status }) => status === 'asked').map(({ depId }) => depNameOf(depId))

  async function confirmEndOfRequest() {
    const ended = await endRequest.send({ params: { ...event, requestId: request.id } })
    if (ended) showToast({ title: depName === null ? depMessages.requestWithdrawn : depMessages.depReleased(depName) })
    setAsking(false)
  }

  const question =
    depName === null
      ? {
          title: depMessages.askWithdraw,
          text: names.length > 0 ? depMessages.withdrawTells(joinNames(names)) : depMessages.withdrawTellsNobody,
          confirmLabel: 'Withdraw',
          cancelLabel: 'Keep looking',
        }
      : {
          title: depMessages.askRelease(depName),
          text: depMessages.releaseTells(depName),
          confirmLabel: 'Release',
          cancelLabel: `Keep ${depName}`,
        }
  return (
    <>
      <Button variant="secondary" size="sm" className="justify-self-start" saves onClick={() => setAsking(true)}>
        {depName === null ? 'Withdraw' : `Release ${depName}`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        {...question}
        isBusy={endRequest.isPending}
        onConfirm={() => void confirmEndOfRequest()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
