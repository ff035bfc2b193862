// Finds a song in a long practice list by its title or artist.

import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { controlClassName } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type Props = { text: string; found: number; onChange: (text: string) => void }

export function SongFilter({ text, found, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isEmpty = text.trim() !== '' && found === 0
  return (
    <div className="mb-3">
      <div className="relative">
        <Search aria-hidden="true" className="absolute top-3.5 left-3.5 size-5 text-faint" />
        <input
          ref={input}
          type="search"
          aria-label="Search the practice list"
          placeholder="Song or artist"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClassName} h-12 pr-12! pl-11! [&::-webkit-search-cancel-button]:appearance-none`}
        />
        {text && (
          <IconButton
            label="Clear"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
            className="absolute! top-0.5 right-0.5"
          />
        )}
      </div>
      <output className={isEmpty ? 'block py-8 text-center text-muted' : 'sr-only'}>
        {text.trim() === ''
          ? ''
          : found === 0
            ? 'No song on the list matches'
            : found === 1
              ? '1 song'
              : `${found} songs`}
      </output>
    </div>
  )
}
