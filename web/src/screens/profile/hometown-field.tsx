// A free text field. If the server has an API key for Google Maps, it suggests towns.

/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- A datalist cannot be filled while typing, nor styled. */

import { limits } from '@gaffer/domain/shared/limits'
import { clsx } from 'clsx'
import { MapPin } from 'lucide-react'
import { useState, type Ref } from 'react'
import { Field, inputClassNameFor } from '#ui/field.tsx'
import { useCombobox } from '#ui/use-combobox.ts'
import { useTownSuggestions } from './use-towns.ts'

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
  const close = () => setTyped('')
  const choose = (town: string) => {
    onChange(town.slice(0, limits.nameLength))
    close()
  }
  const { isOpen, inputProps, listProps, optionProps } = useCombobox({
    items: towns,
    keyOf: (town) => town,
    listLabel: 'Towns',
    onChoose: choose,
    onDismiss: close,
  })
  // Mentions a missing API key only once the field is used.
  const [about, otherwise] =
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
          {about}. <span className="block sm:inline">{otherwise}</span>
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
              close()
              onBlur()
            }}
            className={clsx(inputClassNameFor(), 'h-12')}
          />
          {isOpen && (
            <ul
              {...listProps}
              ref={showWhole}
              className="absolute inset-x-0 top-full z-30 mt-1.5 scroll-mb-4 animate-settle rounded-card border border-hairline bg-raised p-1.5 shadow-2xl"
            >
              {towns.map((town) => (
                <li
                  key={town}
                  {...optionProps(town)}
                  // On pointerdown, before the input loses its focus and closes the list.
                  onPointerDown={(event) => {
                    event.preventDefault()
                    choose(town)
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
function showWhole(list: HTMLElement | null) {
  list?.scrollIntoView({ block: 'nearest' })
}
