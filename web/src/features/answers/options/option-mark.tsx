// The answer of one member to one date, as a mark with words for screen readers.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { answerLabels } from '@gaffer/domain/events/event-labels'
import { clsx } from 'clsx'
import { AnswerIcon, answerStyles } from '#features/answers/answer-styles.tsx'

export function OptionMark({ row }: { row: MemberAnswer | undefined }) {
  if (!row?.answer) {
    return row?.isAway ? (
      <span className="text-sm text-muted">Away</span>
    ) : (
      <span className="text-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">No answer</span>
      </span>
    )
  }
  const { answer, isStale, coveredBy } = row
  return (
    <span className="inline-flex flex-col items-center">
      <span
        className={clsx(
          'inline-grid size-8 place-content-center rounded-full',
          answerStyles[answer].text,
          isStale && 'border border-dashed border-control',
        )}
      >
        <AnswerIcon answer={answer} />
        <span className="sr-only">
          {answerLabels[answer]}
          {isStale && ', before the change'}
        </span>
      </span>
      {coveredBy && <span className="text-xs break-words text-muted">{coveredBy} (dep)</span>}
    </span>
  )
}
