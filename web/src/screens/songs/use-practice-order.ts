// The songs in practice order. The order waits while a member is tapping, so that no row slips away from beneath a thumb.

import { inPracticeOrder } from '@gaffer/domain/practice-order'
import type { Song } from '@gaffer/domain/song'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isSameOrder, resolveOrder } from './resolve-order.ts'

/** Two taps that belong together come faster than this. */
const restMs = 900
/** A row counts as in use that long. */
const heldMs = 4000

export function usePracticeOrder(songs: readonly Song[]) {
  const wanted = useSameWhileEqual(inPracticeOrder(songs).map(({ id }) => id))
  const [shown, setShown] = useState(wanted)
  const last = useRef({ id: '', at: 0 })
  const order = resolveOrder(shown, wanted)

  useEffect(() => {
    if (shown === wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      const rest = order === wanted ? 0 : last.current.at + restMs - performance.now()
      if (rest > 0) timer = setTimeout(settle, rest)
      else setShown(wanted)
    }
    settle()
    return () => clearTimeout(timer)
  }, [shown, wanted, order])

  useEffect(() => {
    // A list on the move is in somebody's hand.
    const wait = () => {
      last.current.at = performance.now()
    }
    addEventListener('scroll', wait, { passive: true })
    return () => removeEventListener('scroll', wait)
  }, [])

  const ordered = useMemo(() => {
    const byId = new Map(songs.map((song) => [song.id, song]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [songs, order])

  const touch = useCallback((id: string) => {
    last.current = { id, at: performance.now() }
  }, [])
  const touched = useCallback(
    () => (performance.now() - last.current.at < heldMs && last.current.id ? last.current.id : null),
    [],
  )
  return { ordered, order, touch, touched }
}

function useSameWhileEqual(ids: readonly string[]): readonly string[] {
  const [kept, setKept] = useState(ids)
  if (isSameOrder(kept, ids)) return kept
  setKept(ids)
  return ids
}
