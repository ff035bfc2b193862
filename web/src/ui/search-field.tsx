// A search box with a button that clears it. The caller renders the results (use-combobox.ts).

import { Search, X } from 'lucide-react'
import { useRef, type ComponentProps, type RefObject } from 'react'
import { inputClassNameFor } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref' | 'className'> & {
  label: string
  value: string
  onChange: (text: string) => void
  inputRef?: RefObject<HTMLInputElement | null>
}

export function SearchField({ label, value, onChange, inputRef, ...rest }: Props) {
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  return (
    <div className="relative">
      <Search aria-hidden="true" className="absolute top-3.5 left-3.5 size-5 text-faint" />
      <input
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClassNameFor('pr-12 pl-11')} h-12 [&::-webkit-search-cancel-button]:appearance-none`}
      />
      {value && (
        <IconButton
          label="Clear"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute top-0.5 right-0.5"
        />
      )}
    </div>
  )
}
