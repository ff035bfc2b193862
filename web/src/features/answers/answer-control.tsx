// The radio buttons Yes, Maybe and No. A tap sends the answer at once.

import { answerLabels } from '@gaffer/domain/events/event-labels'
import type { AnswerValue } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { useId, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { forcedColorsSelectedClassName } from '#ui/tabs.tsx'
import { AnswerIcon, answerStyles } from './answer-styles.tsx'

const answerValues: readonly AnswerValue[] = ['yes', 'maybe', 'no']

type Props = {
  /** The name of the radio group, for screen readers. */
  label: string
  value: AnswerValue | null
  onChoose: (answer: AnswerValue) => void
  /** The reason why the event takes no answers; null if it does. */
  disabledReason?: string | null
  /** `column` shows three icons below each other, for a table cell. */
  shape?: 'row' | 'column'
}

export function AnswerControl({ label, value, onChoose, disabledReason = null, shape = 'row' }: Props) {
  const id = useId()
  const { checkedValue, pick, handlers } = useRadioChoice(value, onChoose)
  const isColumn = shape === 'column'
  const isDisabled = disabledReason !== null
  return (
    <div className="@container grid grid-cols-1 gap-2">
      <div
        role="radiogroup"
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? `${id}-reason` : undefined}
        className={clsx(
          'grid',
          isColumn ? 'grid-cols-1 gap-1' : 'grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-2',
        )}
        {...handlers}
      >
        {answerValues.map((answer) => {
          const isChosen = answer === checkedValue
          return (
            <label
              key={answer}
              className={clsx(
                'relative flex touch-manipulation flex-col items-center justify-center gap-x-2 rounded-control border px-1 font-semibold transition-colors select-none',
                isColumn ? 'min-h-11' : 'min-h-14 @min-[18rem]:flex-row',
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
                onChange={() => pick(answer)}
                className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
              />
              <AnswerIcon answer={answer} />
              <span className={isColumn ? 'sr-only' : undefined}>{answerLabels[answer]}</span>
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

const sendDelayMs = 1500

/**
 * Sends the choice in a radio group. A press sends at once. Arrow keys only choose: the choice is sent after Space, Enter, a pause, or when the
 * focus leaves the group. `pick` handles the change event of the radio buttons, `handlers` are those of the group, and `checkedValue` is the
 * value of the checked button: the unsent choice if there is one.
 */
function useRadioChoice<Value extends string>(value: Value | null, onSend: (value: Value) => void) {
  const [chosen, setChosen] = useState<Value | null>(null)
  const wasArrowKey = useRef(false)
  const sendTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ chosen, value, onSend })
  useEffect(() => {
    latest.current = { chosen, value, onSend }
  })

  function sendUnsentChoice(): void {
    clearTimeout(sendTimer.current)
    const { chosen: unsent, value: sent, onSend: sendChosen } = latest.current
    latest.current.chosen = null
    setChosen(null)
    if (unsent !== null && unsent !== sent) sendChosen(unsent)
  }
  const sendLatest = useRef(sendUnsentChoice)
  useEffect(() => {
    sendLatest.current = sendUnsentChoice
  })
  // Sends the unsent choice on unmount, such as when a dialog closes during the pause.
  useEffect(() => () => sendLatest.current(), [])

  function pick(picked: Value): void {
    clearTimeout(sendTimer.current)
    const isByArrow = wasArrowKey.current
    wasArrowKey.current = false
    latest.current.chosen = isByArrow ? picked : null
    setChosen(latest.current.chosen)
    if (isByArrow) sendTimer.current = setTimeout(() => sendLatest.current(), sendDelayMs)
    else onSend(picked)
  }

  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      wasArrowKey.current = event.key.startsWith('Arrow')
      if (event.key !== 'Enter' && event.key !== ' ') return
      const { target } = event
      // The browser checks the focused radio button on Space, but not on Enter.
      const isEnterOnUncheckedButton = event.key === 'Enter' && target instanceof HTMLInputElement && !target.checked
      if (chosen === null && !isEnterOnUncheckedButton) return
      event.preventDefault()
      if (isEnterOnUncheckedButton) pick(target.value as Value)
      else sendUnsentChoice()
    },
    onPointerDown: () => {
      wasArrowKey.current = false
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) sendUnsentChoice()
    },
  }
  return { checkedValue: chosen ?? value, pick, handlers }
}
