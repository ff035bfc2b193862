// Something that is opened for a thing: a dialog about an event, a form for a day. Keeps the thing while it closes.

import { useState } from 'react'

export type Opening<T> = {
  subject: T | null
  isOpen: boolean
  /** Another one each time it is opened: as a key, it gives every opening a fresh start. */
  count: number
  open: (subject: T) => void
  /** The same opening, about a newer version of its subject. */
  update: (subject: T) => void
  close: () => void
}

export function useDialogState<T>(): Opening<T> {
  const [state, setState] = useState<Pick<Opening<T>, 'subject' | 'isOpen' | 'count'>>({
    subject: null,
    isOpen: false,
    count: 0,
  })
  return {
    ...state,
    open: (subject) => setState(({ count }) => ({ subject, isOpen: true, count: count + 1 })),
    update: (subject) => setState((last) => ({ ...last, subject })),
    close: () => setState((last) => ({ ...last, isOpen: false })),
  }
}
