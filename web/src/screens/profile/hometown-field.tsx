// Where a member comes from: free text, with towns offered while they type where this server can look them up.

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- A datalist asks no server and cannot be styled. */

import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import { useId, type KeyboardEvent, type Ref } from 'react'
import { Field, controlClassName } from '#ui/field.tsx'
import { limits } from '@gaffer/domain/limits'
import { useTowns } from './use-towns.ts'

type Props = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: Ref<HTMLInputElement>
  error?: string | undefined
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

export function HometownField({ name, value, onChange, onBlur, inputRef, error }: Props) {
  const listId = useId()
  const { towns, marked, isKnown, problem, wake, ask, mark, close } = useTowns()
  const isOpen = towns.length > 0
  const [about, otherwise] = problem
    ? [problem, 'You can still type your hometown manually.']
    : ['Towns are offered as you type', 'Any other place will do as well.']

  function choose(town: string) {
    onChange(town.slice(0, limits.nameLength))
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    const chosen = towns[marked]
    if (!isOpen) return
    if (step) mark((marked + step + towns.length) % towns.length)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <Field
      label="Hometown"
      isOptional
      error={error}
      hint={
        // Always two lines on a phone, so that nothing beneath moves when it is known which.
        <span className={clsx(!isKnown && 'invisible')}>
          {about}. <span className="block sm:inline">{otherwise}</span>
        </span>
      }
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={inputRef}
            name={name}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && marked >= 0 ? `${listId}-${marked}` : undefined}
            autoComplete="address-level2"
            maxLength={limits.nameLength}
            value={value}
            onFocus={wake}
            onChange={(event) => {
              onChange(event.target.value)
              ask(event.target.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close()
              onBlur()
            }}
            className={clsx(controlClassName, 'h-12')}
          />
          {isOpen && (
            <ul
              ref={showWhole}
              id={listId}
              role="listbox"
              aria-label="Towns"
              className="absolute inset-x-0 top-full z-30 mt-1.5 scroll-mb-4 animate-settle rounded-card border border-hairline bg-raised p-1.5 shadow-2xl"
            >
              {towns.map((town, at) => (
                <li
                  key={town}
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === marked}
                  // Before the input loses its focus and closes the list.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    choose(town)
                  }}
                  className={clsx(
                    'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-2',
                    at === marked ? 'bg-text text-bg' : 'hover:bg-surface',
                  )}
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

/** Clear of the tabs at a phone's foot. */
function showWhole(list: HTMLElement | null) {
  list?.scrollIntoView({ block: 'nearest' })
}
