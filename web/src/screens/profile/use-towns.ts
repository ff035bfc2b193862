// Town suggestions from Google Maps. A failed lookup is no field error: the field takes any text.

import { useEffect, useState } from 'react'
import { loadTownSearch, type TownSearch, type MapsAccess } from '#lib/places.ts'
import { useServerSettings } from '#features/operations/queries.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

const debounceMs = 200
const fewestLetters = 2
const none: readonly string[] = []

export const hometownMessages = {
  notConfigured: 'Google Maps API key not configured',
  notLoaded: 'Failed to load location services',
} as const

/** `typed` is '' while no towns are wanted. */
export function useTownSuggestions(typed: string) {
  const { data: settings } = useServerSettings()
  const [found, setFound] = useState({ text: '', towns: none })
  const [hasFailed, setFailed] = useState(false)
  const [focusCount, setFocusCount] = useState(0)
  const wanted = typed.trim()
  const text = useDebouncedValue(wanted, debounceMs)
  const maps = settings?.maps

  // Loads the script when the field gets the focus, so that it is ready for the first letters.
  useEffect(() => {
    if (focusCount > 0 && maps) void load(maps, setFailed)
  }, [focusCount, maps])

  useEffect(() => {
    if (!maps || text.length < fewestLetters) return
    let isLatest = true
    void load(maps, setFailed)
      .then((find) => find?.(text) ?? none)
      .catch(() => none)
      .then((towns) => isLatest && setFound({ text, towns }))
    return () => {
      isLatest = false
    }
  }, [maps, text])

  return {
    towns: wanted !== '' && found.text === wanted ? found.towns : none,
    hasHadFocus: focusCount > 0,
    onFocus: () => setFocusCount((count) => count + 1),
    problem: maps === null ? hometownMessages.notConfigured : hasFailed ? hometownMessages.notLoaded : null,
  }
}

async function load(access: MapsAccess, setFailed: (hasFailed: boolean) => void): Promise<TownSearch | null> {
  try {
    const find = await loadTownSearch(access)
    setFailed(false)
    return find
  } catch {
    setFailed(true)
    return null
  }
}
