import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { limits } from '@gaffer/domain/shared/limits'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { feedMessages } from '@gaffer/domain/calendar-feeds/feed-messages'
import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Circle } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { fetchFeedUrl } from '#features/calendar-feeds/queries.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { shareLink } from '#lib/share.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

const dayMs = 86_400_000

type Step = 'invite' | 'practice' | 'feed'
type Props = {
  membership: OwnMembership
  today: string
  /** Undefined while loading. */
  events: readonly CalendarEntry[] | undefined
  members: readonly Membership[] | undefined
  invitations: readonly InvitationListItem[] | undefined
}

/**
 * Whether the card is shown, decided before the lists are loaded, so that the layout does not shift. After all steps are completed, the
 * card is hidden from the next visit on.
 */
export function useFirstStepsVisibility({ bandId, band }: OwnMembership): [isShown: boolean, hide: () => void] {
  const [isShown, setShown] = useState(() => {
    const isYoung = Date.now() - Date.parse(band.createdAt) < limits.firstStepsDays * dayMs
    return isYoung && !readDone(bandId).has('all')
  })
  const hide = () => {
    storeDone(bandId, 'all')
    setShown(false)
  }
  return [isShown, hide]
}

export function FirstSteps({ membership, today, onHide, ...lists }: Props & { onHide: () => void }) {
  const { bandId, permissions } = membership
  const [done, setDone] = useState(() => readDone(bandId))
  // Steps that were completed before this visit are not listed.
  const [steps] = useState(() => {
    const all: Step[] = permissions.includes('members.invite') ? ['invite', 'practice', 'feed'] : ['practice', 'feed']
    return all.filter((step) => !done.has(step))
  })
  const found = foundDone(lists)
  const isDone = (step: Step) => done.has(step) || found.has(step)
  const doneNow = steps.filter(isDone).join(' ')

  useEffect(() => {
    const names = doneNow.split(' ').filter(Boolean)
    storeDone(bandId, ...names, ...(names.length === steps.length ? ['all'] : []))
  }, [bandId, doneNow, steps.length])

  const rows: Record<Step, { label: string; action: ReactNode }> = {
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
      action: <CopyFeed membership={membership} onCopied={() => setDone(new Set([...done, 'feed']))} />,
    },
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
                {rows[step].label}
                {isDone(step) && <span className="sr-only">, done</span>}
              </span>
              {!isDone(step) && rows[step].action}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const actionClassName = buttonClassNameFor({ variant: 'secondary', size: 'sm' })

/** Copies the address of the feed. Without clipboard access, a field shows the address to copy by hand. */
function CopyFeed({ membership: { bandId, band }, onCopied }: { membership: OwnMembership; onCopied: () => void }) {
  const [address, setAddress] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function copy() {
    setBusy(true)
    try {
      const url = await fetchFeedUrl(bandId)
      const outcome = await shareLink({ title: `${band.name} calendar`, text: feedMessages.urlCopied.text, url })
      if (outcome === 'copied') showToast(feedMessages.urlCopied)
      if (outcome === 'refused') setAddress(url)
      else if (outcome !== 'cancelled') onCopied()
    } catch {
      // Every failure has the same message.
      showFailureToast(feedMessages.urlFailed)
    } finally {
      setBusy(false)
    }
  }

  if (address === null) {
    return (
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => void copy()}>
        Copy link
      </Button>
    )
  }
  return (
    <div className="w-full pb-2">
      <TextField label="Calendar link" hint={feedMessages.urlCopied.text} readOnly value={address} />
    </div>
  )
}

function foundDone({ events, members, invitations }: Omit<Props, 'membership' | 'today'>): Set<Step> {
  const found = new Set<Step>()
  if ((members?.length ?? 0) > 1 || (invitations?.length ?? 0) > 0) found.add('invite')
  if (events?.some(({ type }) => type !== 'unavailable')) found.add('practice')
  return found
}

/** Stored as "<band id>/<step>", one per line. */
function readDone(bandId: string): Set<string> {
  const lines = readStored('firstSteps')?.split('\n') ?? []
  return new Set(lines.filter((line) => line.startsWith(`${bandId}/`)).map((line) => line.slice(bandId.length + 1)))
}

function storeDone(bandId: string, ...steps: string[]): void {
  const before = readStored('firstSteps')?.split('\n') ?? []
  const added = steps.map((step) => `${bandId}/${step}`).filter((line) => !before.includes(line))
  if (added.length > 0) writeStored('firstSteps', [...before, ...added].join('\n'))
}
