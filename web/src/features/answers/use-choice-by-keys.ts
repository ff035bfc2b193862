// Radio buttons whose choice is sent: a press sends at once, arrow keys only choose, and Space, Enter, a pause or leaving the group sends.

import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

const pauseMs = 1500

/** `pick` is for the change event of the radio buttons, `handlers` for their group. `shown` is the value with the choice that is not sent yet. */
export function useChoiceByKeys<Value extends string>(value: Value | null, onSend: (value: Value) => void) {
  const [chosen, setChosen] = useState<Value | null>(null)
  const isArrow = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ chosen, value, onSend })
  useEffect(() => {
    latest.current = { chosen, value, onSend }
  })

  function send(): void {
    clearTimeout(timer.current)
    const { chosen: unsent, value: sent, onSend: sendChosen } = latest.current
    latest.current.chosen = null
    setChosen(null)
    if (unsent !== null && unsent !== sent) sendChosen(unsent)
  }
  const sendLatest = useRef(send)
  useEffect(() => {
    sendLatest.current = send
  })
  // A dialog that closes during the pause must not lose the choice.
  useEffect(() => () => sendLatest.current(), [])

  function pick(picked: Value): void {
    clearTimeout(timer.current)
    const isByArrow = isArrow.current
    isArrow.current = false
    latest.current.chosen = isByArrow ? picked : null
    setChosen(latest.current.chosen)
    if (isByArrow) timer.current = setTimeout(() => sendLatest.current(), pauseMs)
    else onSend(picked)
  }

  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      isArrow.current = event.key.startsWith('Arrow')
      if (event.key !== 'Enter' && event.key !== ' ') return
      const { target } = event
      // Space chooses a radio button by itself, Enter does not.
      const isNew = event.key === 'Enter' && target instanceof HTMLInputElement && !target.checked
      if (chosen === null && !isNew) return
      event.preventDefault()
      if (isNew) pick(target.value as Value)
      else send()
    },
    onPointerDown: () => {
      isArrow.current = false
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) send()
    },
  }
  return { shown: chosen ?? value, pick, handlers }
}
