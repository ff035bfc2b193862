// A live region that is on the page before its text: screen readers announce changes only.

import { useEffect, useState } from 'react'

export function LiveRegionText({ text, className }: { text: string; className?: string }) {
  // Prerendered markup has the text at once, because no effect runs there.
  const [shown, setShown] = useState(import.meta.env.SSR ? text : '')
  useEffect(() => {
    const timer = setTimeout(() => setShown(text))
    return () => clearTimeout(timer)
  }, [text])
  return <output className={className}>{shown}</output>
}
