// Yes, Maybe and No as three large radio buttons: one tap or an arrow key answers.

import { answerLabels } from '@gaffer/domain/events/answer-labels'
import type { AnswerValue } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { useId } from 'react'
import { forcedColorsSelectedClassName } from '#ui/tabs.tsx'
import { AnswerIcon, answerStyles } from './answer-styles.tsx'

const answers: readonly AnswerValue[] = ['yes', 'maybe', 'no']

type Props = {
  /** Names the group for screen readers. */
  label: string
  value: AnswerValue | null
  onChoose: (answer: AnswerValue) => void
  /** The reason why the event takes no answers; null if it does. */
  disabledReason?: string | null
}

export function AnswerControl({ label, value, onChoose, disabledReason = null }: Props) {
  const id = useId()
  const isDisabled = disabledReason !== null
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <div
        role="radiogroup"
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? `${id}-reason` : undefined}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-2"
      >
        {answers.map((answer) => {
          const isChosen = answer === value
          return (
            <label
              key={answer}
              className={clsx(
                'relative flex min-h-14 touch-manipulation flex-col items-center justify-center gap-x-2 rounded-control border px-1 font-semibold transition-colors select-none @min-[18rem]:flex-row',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen
                  ? `border-transparent text-bg ${answerStyles[answer].filled} ${forcedColorsSelectedClassName}`
                  : `border-control ${isDisabled ? 'text-faint' : answerStyles[answer].text}`,
                !isDisabled && !isChosen && 'hover:bg-lit',
              )}
            >
              <input
                type="radio"
                name={id}
                value={answer}
                checked={isChosen}
                disabled={isDisabled}
                onChange={() => onChoose(answer)}
                className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
              />
              <AnswerIcon answer={answer} />
              {answerLabels[answer]}
            </label>
          )
        })}
      </div>
      {isDisabled && (
        <p id={`${id}-reason`} className="text-sm text-muted">
          {disabledReason}
        </p>
      )}
    </div>
  )
}
