// The card with the first steps of a new band, shown on the dashboard and on the calendar, where the creator of a band starts.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { InvitationListItem } from '@gaffer/domain/invitations/invitation'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Circle, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { readCompletedSteps, storeCompletedSteps, type FirstStep } from './first-steps-done.ts'
import { useSubscribeDialog } from './use-subscribe-dialog.tsx'

type Props = {
  membership: OwnMembership
  today: string
  /** The events of the band. All three lists are undefined while they load, and `invitations` without the permission to invite. */
  events: readonly CalendarEntry[] | undefined
  members: readonly Membership[] | undefined
  invitations: readonly InvitationListItem[] | undefined
}

type CardProps = {
  /** Shows the next step only, at the height of a Next Up card. */
  isShort?: boolean
  onHide: () => void
}
type OfBandProps = Pick<Props, 'membership' | 'today' | 'events'> & CardProps

/** Reads the band's members and invitations, and shows the card. */
export function FirstStepsOfBand({ membership, ...rest }: OfBandProps) {
  const { bandId, permissions } = membership
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } }).data
  const invitations = useEndpoint(
    'GET /api/bands/:bandId/invites',
    { params: { bandId } },
    { enabled: permissions.includes('members.invite') },
  ).data
  return <FirstSteps {...{ membership, members, invitations, ...rest }} />
}

export function FirstSteps({ membership, today, isShort = false, onHide, ...lists }: Props & CardProps) {
  const { bandId, permissions } = membership
  const [completedSteps, setCompletedSteps] = useState(() => readCompletedSteps(bandId))
  // Lists only the steps that were not completed before this visit. A step that is completed during the visit stays in the list.
  const [steps] = useState(() => {
    const allSteps: FirstStep[] = permissions.includes('members.invite')
      ? ['invite', 'practice', 'feed']
      : ['practice', 'feed']
    return allSteps.filter((step) => !completedSteps.has(step))
  })
  const detectedSteps = findCompletedSteps(lists)
  const isDone = (step: FirstStep) => completedSteps.has(step) || detectedSteps.has(step)
  const completedStepNames = steps.filter(isDone).join(' ')

  useEffect(() => {
    const names = completedStepNames.split(' ').filter(Boolean)
    storeCompletedSteps(bandId, ...names, ...(names.length === steps.length ? ['all'] : []))
  }, [bandId, completedStepNames, steps.length])

  const stepRows: Record<FirstStep, { label: string; action: ReactNode }> = {
    invite: {
      label: 'Invite your bandmates',
      action: (
        <Link to="/admin" search={{ tab: 'members', invite: '' }} className={actionClassName}>
          Invite
        </Link>
      ),
    },
    practice: {
      label: 'Plan the first practice',
      action: (
        <Link to="/calendar" search={{ add: today }} className={actionClassName}>
          Plan
        </Link>
      ),
    },
    feed: {
      label: 'Get the calendar on your phone',
      action: (
        <SubscribeButton
          membership={membership}
          onSubscribed={() => setCompletedSteps(new Set([...completedSteps, 'feed']))}
        />
      ),
    },
  }

  if (isShort) {
    const nextIndex = steps.findIndex((step) => !isDone(step))
    const nextStep = steps[nextIndex]
    return (
      nextStep && (
        <section
          aria-label="First steps"
          className="flex min-h-16.5 items-center gap-3 rounded-card border border-dashed border-control py-1 pl-4 small-phone:min-h-11"
        >
          <p className="min-w-0 flex-1 text-sm break-words">
            <span className="block text-xs font-semibold text-accent small-phone:sr-only">
              First step {nextIndex + 1} of {steps.length}
            </span>
            <span className="font-semibold">{stepRows[nextStep].label}</span>
          </p>
          {stepRows[nextStep].action}
          <IconButton
            label="Hide first steps"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onHide}
            className="-ml-2 mr-1"
          />
        </section>
      )
    )
  }
  return (
    <Card as="section" aria-labelledby="first-steps" className="mb-6 p-4 xl:mb-8 xl:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="first-steps" className="text-lg font-bold">
          First steps
        </h2>
        <Button variant="quiet" size="sm" onClick={onHide}>
          Hide
        </Button>
      </div>
      <ul className="divide-y divide-hairline">
        {steps.map((step) => {
          const Icon = isDone(step) ? CircleCheckBig : Circle
          return (
            <li key={step} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <Icon aria-hidden="true" className={`size-5 shrink-0 ${isDone(step) ? 'text-success' : 'text-faint'}`} />
              <span className={`min-w-0 flex-1 basis-40 ${isDone(step) ? 'text-muted' : 'font-medium'}`}>
                {stepRows[step].label}
                {isDone(step) && <span className="sr-only">, done</span>}
              </span>
              {!isDone(step) && stepRows[step].action}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const actionClassName = buttonClassNameFor({ variant: 'secondary', size: 'sm' })

function SubscribeButton({
  membership: { bandId, band },
  onSubscribed,
}: {
  membership: OwnMembership
  onSubscribed: () => void
}) {
  const { subscribe, isOpening, subscribeDialog } = useSubscribeDialog({
    bandId,
    content: `all events of ${band.name}`,
    onSubscribed,
  })
  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isOpening} onClick={() => void subscribe()}>
        Subscribe
      </Button>
      {subscribeDialog}
    </>
  )
}

function findCompletedSteps({ events, members, invitations }: Omit<Props, 'membership' | 'today'>): Set<FirstStep> {
  const completed = new Set<FirstStep>()
  if ((members?.length ?? 0) > 1 || (invitations?.length ?? 0) > 0) completed.add('invite')
  if (events?.some(({ type }) => type !== 'unavailable')) completed.add('practice')
  return completed
}
