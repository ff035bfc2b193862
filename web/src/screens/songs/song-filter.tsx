// Finds a song in a long practice list by its title or artist.

import { SearchField } from '#ui/search-field.tsx'

type Props = { text: string; found: number; onChange: (text: string) => void }

export function SongFilter({ text, found, onChange }: Props) {
  const isSearched = text.trim() !== ''
  return (
    <div className="mb-3">
      <SearchField label="Search the practice list" placeholder="Song or artist" value={text} onChange={onChange} />
      <output className={isSearched && found === 0 ? 'block py-8 text-center text-muted' : 'sr-only'}>
        {isSearched && resultOf(found)}
      </output>
    </div>
  )
}

function resultOf(found: number): string {
  if (found === 0) return 'No song on the list matches'
  return found === 1 ? '1 song' : `${found} songs`
}
