// The members grouped by answer, with pictures and comments. Admins and owners can answer for other members in a menu.

import { listUnansweredMembers } from '@gaffer/domain/answers/unanswered'
import type { AnswerValue, AnswerCounts, CalendarEntry } from '@gaffer/domain/events/event'
import { firstGrapheme } from '@gaffer/domain/shared/first-grapheme'
import { formerMemberName, type Membership } from '@gaffer/domain/bands/member'
import { EllipsisVertical } from 'lucide-react'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { AnswerMenu } from './answer-menu.tsx'
import { AnswerIcon, answerStyles } from './answer-styles.tsx'
import { formatDepWithInstrument, answerKinds, answerCountLabels } from './format-answers.ts'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'

type Props = {
  groups: readonly AnswerGroup[]
  /** The members of the band; undefined while they load. */
  members: readonly Membership[] | undefined
  ownId: string
  /** Sets another member's answer; null if the user may not, or the event takes no answers. */
  onAnswerFor: ((member: MemberAnswer, answer: AnswerValue | null) => void) | null
}

const rowClassName = 'flex min-h-11 flex-wrap items-center gap-x-3 border-b border-hairline py-1.5 last:border-b-0'

export function AnswerGroups({ groups, ...props }: Props) {
  const names = new Map(groups.flatMap(({ answers }) => answers.map((one) => [one.membershipId, one.displayName])))
  return (
    <div className="grid grid-cols-1 gap-4">
      {groups.map(({ kind, label, answers, deps }) => (
        <section key={kind} aria-label={label}>
          <h3 className="flex items-center gap-1.5 text-sm font-semibold text-muted">
            {kind !== 'away' && kind !== 'none' && (
              <span className={answerStyles[kind].text}>
                <AnswerIcon answer={kind} className="size-4" />
              </span>
            )}
            {label}
          </h3>
          <ul>
            {answers.map((row) => (
              <AnswerRow key={row.membershipId} row={row} names={names} {...props} />
            ))}
            {deps.map((dep, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- deps have no id here, and two may have the same name
              <li key={index} className={rowClassName}>
                <MemberFace member={undefined} name={dep.name} />
                <span className="min-w-0 flex-1 break-words">{formatDepWithInstrument(dep)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = Omit<Props, 'groups'> & { row: MemberAnswer; names: ReadonlyMap<string, string> }

function AnswerRow({ row, names, members, ownId, onAnswerFor }: RowProps) {
  const { membershipId, displayName, answer, comment, isStale, setBy, coveredBy, hasDaysAway } = row
  const remarks = [
    isStale && 'before the change',
    setBy !== null && `set by ${setBy === ownId ? 'you' : (names.get(setBy) ?? formerMemberName)}`,
    coveredBy && `covered by ${coveredBy}`,
    (answer === 'yes' || answer === 'maybe') && hasDaysAway && 'has days away marked',
  ].filter(Boolean)
  return (
    <li className={rowClassName}>
      <MemberFace member={members?.find(({ id }) => id === membershipId)} name={displayName} />
      <span className="min-w-0 flex-1 basis-20">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 break-words">{displayName}</span>
          {membershipId === ownId && <Badge>You</Badge>}
          {remarks.length > 0 && <span className="text-sm text-muted">{remarks.join(' · ')}</span>}
        </span>
        {comment && <span className="block text-sm break-words text-muted">{comment}</span>}
      </span>
      {onAnswerFor && membershipId !== ownId && (
        <AnswerMenu
          answer={answer}
          onAnswer={(value) => onAnswerFor(row, value)}
          trigger={
            <IconButton
              label={`Answer for ${displayName}`}
              icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
              className="-my-1.5"
            />
          }
        />
      )}
    </li>
  )
}

function MemberFace({ member, name }: { member: Membership | undefined; name: string }) {
  if (member) return <MemberAvatar member={member} size="xs" isRound />
  return (
    <Avatar src={null} color="#6b7280" size="xs" isRound>
      {firstGrapheme(name)}
    </Avatar>
  )
}

/** The answer rows of the members whom a reminder reaches: all unanswered members except the user. */
export function listAnswersToRemind(answers: readonly MemberAnswer[], ownId: string): MemberAnswer[] {
  return listUnansweredMembers(answers).filter(({ membershipId }) => membershipId !== ownId)
}

/** A group of the list: the members with one answer, away, or without an answer. `deps` is filled only in the group Yes. */
type AnswerGroup = {
  kind: keyof AnswerCounts
  label: string
  answers: MemberAnswer[]
  deps: CalendarEntry['deps']
}

type GroupOptions = { ownId: string; isOpen: boolean; isMissingFirst: boolean; deps: CalendarEntry['deps'] }

/**
 * Groups the members by answer. `isOpen` is true if the event still takes answers. The members without an answer come first if the user is one of
 * them, or if `isMissingFirst` is true.
 */
export function groupAnswersByKind(
  answers: readonly MemberAnswer[],
  { ownId, isOpen, isMissingFirst, deps }: GroupOptions,
): AnswerGroup[] {
  const wordOf = (kind: keyof AnswerCounts) =>
    kind === 'none' && !isOpen ? 'without an answer' : answerCountLabels[kind]
  const labelOf = ({ kind, answers, deps }: Omit<AnswerGroup, 'label'>) =>
    [
      answers.length > 0 && `${answers.length} ${wordOf(kind)}`,
      deps.length > 0 && `${deps.length} ${deps.length === 1 ? 'dep' : 'deps'}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const kindOf = ({ answer, isAway }: MemberAnswer) => answer ?? (isAway ? 'away' : 'none')
  const groups = answerKinds
    .map((kind) => ({
      kind,
      answers: answers.filter((one) => kindOf(one) === kind),
      deps: kind === 'yes' ? deps : [],
    }))
    .filter((group) => group.answers.length + group.deps.length > 0)
    .map((group) => ({ ...group, label: labelOf(group) }))
  const isListedFirst = ({ kind, answers }: AnswerGroup) =>
    kind === 'none' && (isMissingFirst || answers.some(({ membershipId }) => membershipId === ownId))
  return groups.toSorted((a, b) => Number(isListedFirst(b)) - Number(isListedFirst(a)))
}
