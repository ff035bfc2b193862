// A free text field, which suggests towns if the server has an API key for Google Maps.

/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- A datalist cannot be filled while typing, nor styled. */

import { limits } from '@gaffer/domain/shared/limits'
import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import { useState, type Ref, useEffect } from 'react'
import { Field, inputClassNameFor } from '#ui/field.tsx'
import { useCombobox } from '#ui/use-combobox.ts'
import { loadTownSearch, type TownSearch, type MapsAccess } from '#lib/places.ts'
import { useServerSettings } from '#features/operations/queries.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

type Props = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: Ref<HTMLInputElement>
  error?: string | undefined
}

export function HometownField({ name, value, onChange, onBlur, inputRef, error }: Props) {
  const [typed, setTyped] = useState('')
  const { towns, hasHadFocus, problem, onFocus } = useTownSuggestions(typed)
  const closeList = () => setTyped('')
  const chooseTown = (town: string) => {
    onChange(town.slice(0, limits.nameLength))
    closeList()
  }
  const { isOpen, inputProps, listProps, optionProps } = useCombobox({
    items: towns,
    keyOf: (town) => town,
    listLabel: 'Towns',
    onChoose: chooseTown,
    onDismiss: closeList,
  })
  // Mentions a missing API key only once the field is used.
  const [hint, alternative] =
    hasHadFocus && problem
      ? [problem, 'You can still type your hometown manually.']
      : ['Type the name of your town', 'Any other place will do as well.']

  return (
    <Field
      label="Hometown"
      isOptional
      error={error}
      hint={
        // Always two lines on a phone, so that the layout does not shift when the text changes.
        <>
          {hint}. <span className="block sm:inline">{alternative}</span>
        </>
      }
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...inputProps}
            ref={inputRef}
            name={name}
            type="text"
            autoComplete="address-level2"
            maxLength={limits.nameLength}
            value={value}
            onFocus={onFocus}
            onChange={(event) => {
              onChange(event.target.value)
              setTyped(event.target.value)
            }}
            onBlur={() => {
              closeList()
              onBlur()
            }}
            className={clsx(inputClassNameFor(), 'h-12')}
          />
          {isOpen && (
            <ul
              {...listProps}
              ref={scrollListIntoView}
              className="absolute inset-x-0 top-full z-30 mt-1.5 scroll-mb-4 animate-settle rounded-card border border-hairline bg-raised p-1.5 shadow-2xl"
            >
              {towns.map((town) => (
                <li
                  key={town}
                  {...optionProps(town)}
                  // On pointerdown, because before a click the input loses the focus and closes the list.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    chooseTown(town)
                  }}
                  className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-2 hover:bg-surface aria-selected:bg-text aria-selected:text-bg"
                >
                  <MapPin aria-hidden="true" className="size-5 shrink-0" />
                  <span className="min-w-0 break-words">{town}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

/** Scrolls the whole list of towns into view, above the tab bar of small screens. */
function scrollListIntoView(list: HTMLElement | null) {
  list?.scrollIntoView({ block: 'nearest' })
}

const debounceMs = 200
const minLetters = 2
const noTowns: readonly string[] = []

const hometownMessages = {
  notConfigured: 'Google Maps API key not configured',
  notLoaded: 'Failed to load location services',
} as const

/** Town suggestions from Google Maps. A failed lookup is not an error of the field, which takes any text. `typed` is '' while no towns are wanted. */
function useTownSuggestions(typed: string) {
  const { data: settings } = useServerSettings()
  const [found, setFound] = useState({ text: '', towns: noTowns })
  const [hasFailed, setFailed] = useState(false)
  const [focusCount, setFocusCount] = useState(0)
  const searchText = typed.trim()
  const text = useDebouncedValue(searchText, debounceMs)
  const maps = settings?.maps

  // Loads the script when the field gets the focus, so that it is ready for the first letters.
  useEffect(() => {
    if (focusCount > 0 && maps) void loadMaps(maps, setFailed)
  }, [focusCount, maps])

  useEffect(() => {
    if (!maps || text.length < minLetters) return
    let isLatest = true
    void loadMaps(maps, setFailed)
      .then((find) => find?.(text) ?? noTowns)
      .catch(() => noTowns)
      .then((towns) => isLatest && setFound({ text, towns }))
    return () => {
      isLatest = false
    }
  }, [maps, text])

  return {
    towns: searchText !== '' && found.text === searchText ? found.towns : noTowns,
    hasHadFocus: focusCount > 0,
    onFocus: () => setFocusCount((count) => count + 1),
    problem: maps === null ? hometownMessages.notConfigured : hasFailed ? hometownMessages.notLoaded : null,
  }
}

async function loadMaps(access: MapsAccess, setFailed: (hasFailed: boolean) => void): Promise<TownSearch | null> {
  try {
    const searchTowns = await loadTownSearch(access)
    setFailed(false)
    return searchTowns
  } catch {
    setFailed(true)
    return null
  }
}
