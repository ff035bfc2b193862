// How many songs are selected, and what can be done with them. Stays above the tabs.

import { Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'

type Props = { count: number; onSelectAll: () => void; onRemove: () => void; onCancel: () => void }

export function SelectionBar({ count, onSelectAll, onRemove, onCancel }: Props) {
  return (
    <section
      aria-label="Selected songs"
      className="sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 mt-3 grid gap-2 rounded-card border border-control bg-raised p-3 shadow-2xl sm:flex sm:items-center xl:bottom-4"
    >
      <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
        <output className="pl-1 font-semibold tabular-nums">
          {count === 1 ? '1 song selected' : `${count} songs selected`}
        </output>
        <Button variant="quiet" size="sm" onClick={onSelectAll}>
          Select all
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" size="narrow" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" size="narrow" saves disabled={count === 0} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-5" />
          Remove
        </Button>
      </div>
    </section>
  )
}
