// The button that floats over the calendar, in reach of a thumb.

import { Plus } from 'lucide-react'

export function AddButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      onClick={onPress}
      className="fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-20 grid size-14 place-content-center rounded-full bg-accent text-bg shadow-2xl transition-transform hover:scale-105 xl:right-8 xl:bottom-8 forced-colors:border"
    >
      <Plus aria-hidden="true" className="size-7" />
    </button>
  )
}
