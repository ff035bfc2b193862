// Sorts songs in practice order. While a member taps or scrolls, reordering is delayed, so that no row moves during a tap.

import { sortByPracticeOrder } from '@gaffer/domain/songs/practice-order'
import type { Song } from '@gaffer/domain/songs/song'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Delay of a reorder after the last tap or scroll. */
const restMs = 900
/** How long a touched row keeps its position in the viewport. */
const heldMs = 4000

export function useStablePracticeOrder(songs: readonly Song[]) {
  const wanted = useSameWhileEqual(useMemo(() => sortByPracticeOrder(songs).map(({ id }) => id), [songs]))
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
    // Scrolling delays a reorder too.
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

/** Keeps the shown order until the delay is over, except when a song was added or removed. */
export function resolveOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const known = new Set(shown)
  const isSameSongs = shown.length === wanted.length && wanted.every((id) => known.has(id))
  return isSameSongs ? shown : wanted
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at])
}
