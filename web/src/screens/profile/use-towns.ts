// Towns to offer for what is typed: asked for after a pause, from two letters on. Failing to look them up is no failure
// of the field; it only says so.

import { useEffect, useRef, useState } from 'react'
import { useSettings } from '#api/settings.ts'
import { loadPlaces, type FindTowns, type MapsAccess } from '#lib/places.ts'

const pauseMs = 200
const fewestLetters = 2
const none: readonly string[] = []

export const hometownMessages = {
  notConfigured: 'Google Maps API key not configured',
  notLoaded: 'Failed to load location services',
} as const

export function useTowns() {
  const { data: settings } = useSettings()
  const [towns, setTowns] = useState(none)
  const [marked, mark] = useState(-1)
  const [hasFailed, setFailed] = useState(false)
  const [entered, setEntered] = useState(0)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const maps = settings?.maps
  useEffect(() => {
    // It may be entered before it is known whether there are maps.
    if (entered > 0 && maps) void load(maps)
  }, [entered, maps])

  function show(found: readonly string[]) {
    setTowns(found)
    mark(-1)
  }

  function close() {
    clearTimeout(timer.current)
    asked.current += 1
    show(none)
  }

  function load(access: MapsAccess): Promise<FindTowns | null> {
    return loadPlaces(access).then(
      (find) => {
        setFailed(false)
        return find
      },
      () => {
        setFailed(true)
        return null
      },
    )
  }

  function ask(typed: string) {
    close()
    if (!maps || typed.trim().length < fewestLetters) return
    const mine = asked.current
    timer.current = setTimeout(() => {
      void load(maps)
        .then((find) => find?.(typed.trim()) ?? none)
        .catch(() => none)
        .then((found) => mine === asked.current && show(found))
    }, pauseMs)
  }

  const isMissing = maps === null
  return {
    towns,
    marked,
    mark,
    close,
    ask,
    /** The script is fetched when the field is first entered, so that the first letters need not wait for it. */
    wake: () => setEntered((times) => times + 1),
    /** Whether this server has maps is asked; until it is answered, nothing can be said. */
    isKnown: maps !== undefined,
    problem: isMissing ? hometownMessages.notConfigured : hasFailed ? hometownMessages.notLoaded : null,
  }
}
