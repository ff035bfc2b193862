// The dates of an option group as columns and the members as rows, best date first. The user answers in the first row.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { countOptionAnswers, type AnsweredOption } from '@gaffer/domain/answers/best-option'
import { answerLabels } from '@gaffer/domain/events/event-labels'
import { answerValues, type AnswerValue, type BandEvent } from '@gaffer/domain/events/event'
import { shortDate, shortDateAndTime, shortTime, shortWeekday } from '@gaffer/domain/shared/short-dates'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { AnswerControl } from '#features/answers/answer-control.tsx'
import { answerStyles } from '#features/answers/answer-styles.tsx'
import { cancelledEventClassName } from '#features/events/event-type-styles.tsx'
import { formatUnconfirmedStatus } from '#features/events/format-event.ts'
import { Badge } from '#ui/badge.tsx'
import type { OptionAnswers } from '#features/answers/apply-answers.ts'
import type { OwnMembership } from '#lib/me.ts'
import { AnswerForMemberMenu, OwnAnswerMenu } from './answer-actions.tsx'
import { OptionMark } from './option-mark.tsx'

type Props = {
  options: readonly AnsweredOption[]
  bestIds: ReadonlySet<string>
  membership: OwnMembership
  now: Date
  onAnswer: (answers: OptionAnswers['answers']) => void
  canAnswerForOthers: boolean
  /** Renders a date's cell in the last row of the table. With null, the table has no such row. */
  renderAction: ((option: AnsweredOption) => ReactNode) | null
}

const nameClassName =
  'sticky left-0 z-1 w-24 max-w-36 min-w-24 pr-2 pl-4 text-left font-normal break-words sm:w-36 sm:pl-5'
const plainNameClassName = `${nameClassName} bg-surface py-2 align-middle`
const cellClassName = 'min-w-16 px-1 py-1.5 text-center align-middle last:pr-4 sm:last:pr-5'

export function OptionGrid(props: Props) {
  const { options, bestIds, membership, now, renderAction, canAnswerForOthers } = props
  const ownId = membership.id
  const members = options[0]?.answers.filter(({ membershipId }) => membershipId !== ownId) ?? []
  const hasOwnRow = options.some(({ answers }) => answers.some(({ membershipId }) => membershipId === ownId))
  return (
    // `relative` contains the absolutely positioned sr-only texts, which would otherwise widen the page.
    <div className="relative overflow-x-auto overscroll-x-contain">
      <table className="w-full border-collapse">
        <caption className="sr-only">Answers of all members to each date, the best date first</caption>
        <thead>
          <tr>
            <th scope="col" className={plainNameClassName}>
              <span className="sr-only">Member</span>
            </th>
            {options.map(({ event }) => (
              <DateHeader key={event.id} event={event} isBest={bestIds.has(event.id)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {hasOwnRow && <OwnRow {...props} />}
          {members.map(({ membershipId, displayName }) => (
            <tr key={membershipId} className="border-t border-hairline">
              <th scope="row" className={plainNameClassName}>
                {displayName}
              </th>
              {options.map(({ event, answers }) => {
                const row = findAnswerOfMember(answers, membershipId)
                return (
                  <td key={event.id} className={cellClassName}>
                    {row && canAnswerForOthers && answerRefusalMessageFor(event, now) === null ? (
                      <AnswerForMemberMenu event={event} membership={membership} row={row} />
                    ) : (
                      <OptionMark row={row} />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-control">
            <th scope="row" className={`${plainNameClassName} text-sm text-muted`}>
              In all
            </th>
            {options.map(({ event, answers }) => (
              <td key={event.id} className={`${cellClassName} text-sm`}>
                <OptionCounts answers={answers} />
              </td>
            ))}
          </tr>
          {renderAction && (
            <tr>
              <th scope="row" className={plainNameClassName}>
                <span className="sr-only">Confirm a date</span>
              </th>
              {options.map((option) => (
                <td key={option.event.id} className={cellClassName}>
                  {renderAction(option)}
                </td>
              ))}
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  )
}

function DateHeader({ event, isBest }: { event: BandEvent; isBest: boolean }) {
  const { id: eventId, bandId, date, startTime, isAllDay, status } = event
  const dayAndMonth = shortDate(date).split(' ').slice(1).join(' ')
  const isCancelled = status === 'cancelled'
  return (
    <th scope="col" className={`${cellClassName} align-top font-normal`}>
      <Link
        to="/bands/$bandId/events/$eventId"
        params={{ bandId, eventId }}
        className="block rounded-control px-0.5 py-1.5 transition-colors hover:bg-lit"
      >
        <span className="block text-sm text-muted">{shortWeekday(date)}</span>
        <span className={clsx('block font-semibold whitespace-nowrap', isCancelled && cancelledEventClassName)}>
          {dayAndMonth}
        </span>
        <span className="block text-sm text-muted">
          {isAllDay || startTime === null ? 'All day' : shortTime(startTime)}
        </span>
      </Link>
      {isBest && <Badge>Best</Badge>}
      {isCancelled && <span className="block text-xs text-muted">{formatUnconfirmedStatus(event)}</span>}
      {status === 'confirmed' && <span className="block text-xs font-semibold text-success">Confirmed</span>}
    </th>
  )
}

type OwnRowProps = Pick<Props, 'options' | 'membership' | 'now' | 'onAnswer'>

function OwnRow({ options, membership, now, onAnswer }: OwnRowProps) {
  const openOptions = options.filter(({ event }) => answerRefusalMessageFor(event, now) === null)
  const answerAll = (answer: AnswerValue) => onAnswer(openOptions.map(({ event }) => ({ eventId: event.id, answer })))
  return (
    <tr className="border-t border-hairline bg-sunken">
      {/* Aligned to the top, so that the name is beside the answer buttons even if a cell has a menu button below them. */}
      <th
        scope="row"
        className={clsx(nameClassName, 'bg-sunken py-1.5', openOptions.length > 0 ? 'align-top' : 'align-middle')}
      >
        <span className={clsx(openOptions.length > 0 && 'sr-only')}>You</span>
        {openOptions.length > 0 && (
          <span className="grid grid-cols-1 gap-1">
            {answerValues.map((answer) => (
              <AnswerAllButton key={answer} answer={answer} onPress={() => answerAll(answer)} />
            ))}
          </span>
        )}
      </th>
      {options.map(({ event, answers }) => {
        const row = findAnswerOfMember(answers, membership.id)
        return (
          <td key={event.id} className={cellClassName}>
            {answerRefusalMessageFor(event, now) === null ? (
              <div className="mx-auto max-w-24">
                <AnswerControl
                  shape="column"
                  label={`Your answer to ${shortDateAndTime(event)}`}
                  value={row?.isStale ? null : (row?.answer ?? null)}
                  onChoose={(answer) => onAnswer([{ eventId: event.id, answer }])}
                />
                {row && <OwnAnswerMenu event={event} membership={membership} row={row} />}
              </div>
            ) : (
              <OptionMark row={row} />
            )}
          </td>
        )
      })}
    </tr>
  )
}

function AnswerAllButton({ answer, onPress }: { answer: AnswerValue; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={clsx(
        'flex min-h-11 items-center rounded-control text-left text-sm font-semibold transition-colors hover:bg-lit',
        answerStyles[answer].text,
      )}
    >
      All {answerLabels[answer].toLowerCase()}
    </button>
  )
}

/** Shows the counts of an option: "3 yes", "1 maybe". */
function OptionCounts({ answers }: { answers: readonly MemberAnswer[] }) {
  const { yes, maybe } = countOptionAnswers(answers)
  return (
    <>
      <span className="block font-semibold tabular-nums">{yes} yes</span>
      {maybe > 0 && <span className="block text-muted tabular-nums">{maybe} maybe</span>}
    </>
  )
}

function findAnswerOfMember(answers: readonly MemberAnswer[], membershipId: string): MemberAnswer | undefined {
  return answers.find((one) => one.membershipId === membershipId)
}
