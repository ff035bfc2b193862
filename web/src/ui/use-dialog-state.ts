// The state of a dialog that is opened for a subject, such as an event or a day. Keeps the subject during the exit animation.

import { useMemo, useState } from 'react'

export type DialogState<T> = {
  subject: T | null
  isOpen: boolean
  /** Increases each time the dialog is opened. As a React key it resets the dialog's own state. */
  count: number
  open: (subject: T) => void
  /** Replaces the subject of the open dialog, for instance with a newer version. */
  update: (subject: T) => void
  close: () => void
}

export function useDialogState<T>(): DialogState<T> {
  const [state, setState] = useState<Pick<DialogState<T>, 'subject' | 'isOpen' | 'count'>>({
    subject: null,
    isOpen: false,
    count: 0,
  })
  // The same functions in every render, so that memoised rows of a list are not rendered again.
  const actions = useMemo(
    () => ({
      open: (subject: T) => setState(({ count }) => ({ subject, isOpen: true, count: count + 1 })),
      update: (subject: T) => setState((last) => ({ ...last, subject })),
      close: () => setState((last) => ({ ...last, isOpen: false })),
    }),
    [],
  )
  return { ...state, ...actions }
}
