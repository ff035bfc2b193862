import { isPollClosed } from '@gaffer/domain/notes/access'
import type { Note, Poll } from '@gaffer/domain/notes/note'
import type { Membership } from '@gaffer/domain/bands/member'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { useNowMs } from '#lib/use-now.ts'
import { useSavingGate } from '#ui/use-saving-gate.ts'

type Props = {
  note: Note & { poll: Poll }
  members: readonly Membership[]
  ownId: string
  onVote: (choiceIds: string[]) => void
}

/** A poll as rows, each with a bar and the faces of its voters. A tap gives the member's vote, moves it, or takes it back. */
export function NotePoll({ note, members, ownId, onVote }: Props) {
  const { choices, allowsSeveral } = note.poll
  const now = new Date(useNowMs())
  const isClosed = isPollClosed(note.poll, now)
  // A note with version 0 is not stored by the server yet, so members cannot vote in its poll.
  const isOpen = !isClosed && note.version > 0
  const { isOff, gateProps, attempt } = useSavingGate(true)
  const ownVotes = choices.filter(({ membershipIds }) => membershipIds.includes(ownId)).map(({ id }) => id)
  const maxVotes = Math.max(1, ...choices.map(({ membershipIds }) => membershipIds.length))
  function toggleVote(id: string) {
    if (ownVotes.includes(id)) onVote(ownVotes.filter((one) => one !== id))
    else onVote(allowsSeveral ? [...ownVotes, id] : [id])
  }
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">Choices: {note.text}</legend>
      {choices.map(({ id, label, membershipIds }) => {
        const voters = membershipIds.flatMap((voter) => members.find((one) => one.id === voter) ?? [])
        const names = voters.map(({ displayName }) => displayName)
        const isOwn = ownVotes.includes(id)
        const content = (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 bg-text/10 forced-colors:border-b-4"
              style={{ width: `${(100 * membershipIds.length) / maxVotes}%` }}
            />
            {/* On a narrow screen the faces go beneath the text. */}
            <span className="relative flex min-w-0 flex-1 basis-36 items-center gap-2.5">
              <span className="grid size-5 shrink-0 place-content-center rounded-full border border-control">
                {isOwn && <Check aria-hidden="true" className="size-4 text-accent" />}
              </span>
              <span className="min-w-0 flex-1 break-words">
                {label}
                {names.length === 0 ? (
                  <span className="sr-only">, no votes</span>
                ) : (
                  <span className="block text-sm text-muted">
                    <span className="sr-only">, voted for by </span>
                    {joinNames(names)}
                  </span>
                )}
              </span>
            </span>
            {voters.length > 0 && (
              <span aria-hidden="true" className="relative ml-auto flex items-center gap-2.5">
                <span className="flex -space-x-2">
                  {voters.slice(0, 4).map((voter) => (
                    <MemberAvatar key={voter.id} member={voter} size="xs" isRound className="ring-2 ring-surface" />
                  ))}
                </span>
                {voters.length > 4 && <span className="text-sm text-muted">+{voters.length - 4}</span>}
              </span>
            )}
          </>
        )
        const className = clsx(
          'relative flex min-h-12 w-full flex-wrap items-center gap-x-2.5 gap-y-1 overflow-hidden rounded-control border px-3 py-1.5 text-left',
          isOwn ? 'border-accent' : 'border-control',
        )
        if (!isOpen) {
          return (
            <div key={id} className={className}>
              {content}
            </div>
          )
        }
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isOwn}
            {...gateProps}
            className={clsx(className, isOff && 'opacity-60')}
            onClick={() => attempt(() => toggleVote(id))}
          >
            {content}
          </button>
        )
      })}
      <p className="text-sm text-muted">{formatPollLine(note.poll, isClosed)}</p>
    </fieldset>
  )
}

function formatPollLine({ allowsSeveral, closesOn }: Poll, isClosed: boolean): string {
  if (isClosed) return 'Closed'
  return [allowsSeveral ? 'Several are possible' : 'Choose one', closesOn && `until ${shortDate(closesOn)}`]
    .filter(Boolean)
    .join(', ')
}
