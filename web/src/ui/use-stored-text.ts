import { useState } from 'react'

/**
 * The text of a field that shows a stored value. A new stored value, such as from the user's other device, replaces the text unless the user
 * has changed it. `first` is the text at the beginning if it is not the stored one.
 */
export function useStoredText(stored: string, first = stored): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(first)
  const [shown, setShown] = useState(stored)
  if (shown !== stored) {
    setShown(stored)
    if (text === shown) setText(stored)
  }
  return [text, setText]
}
