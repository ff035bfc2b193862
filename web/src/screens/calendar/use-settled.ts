// A value once it has stopped changing for a moment.

import { useEffect, useState } from 'react'

/** Compared as JSON: a new object that says the same is no change. The first value counts at once. */
export function useSettled<T>(value: T, patienceMs: number): T {
  const [settled, setSettled] = useState(value)
  const said = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(said) as T), patienceMs)
    return () => clearTimeout(timer)
  }, [said, patienceMs])
  return settled
}
