// A live region that is on the page before its text: screen readers announce changes only.

import { useEffect, useState } from 'react'

export function LiveText({ text, className }: { text: string; className?: string }) {
  // Prerendered markup is announced by nobody, and seen at once.
  const [shown, setShown] = useState(import.meta.env.SSR ? text : '')
  useEffect(() => setShown(text), [text])
  return <output className={className}>{shown}</output>
}
