import { GripVertical } from 'lucide-react'

type Props = {
  title: string
  /** The id of the `ReorderHint`. */
  hintId: string
}

/** Says which keys move a row. One serves all handles of a list. */
export function ReorderHint({ id }: { id: string }) {
  return (
    <p id={id} hidden>
      Press the up or down arrow to move it, Home or End to move it to the top or bottom
    </p>
  )
}

/** The list handles its events: see `useReorder`. */
export function ReorderHandle({ title, hintId }: Props) {
  return (
    <button
      type="button"
      data-reorder-handle=""
      aria-label={`Move ${title}`}
      aria-describedby={hintId}
      className="grid min-h-14 w-11 shrink-0 cursor-grab touch-none place-content-center text-faint hover:text-text"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
}

/** The look of a row that is dragged, or that glides out of its way. */
export function reorderRowClassNameFor(isDragged: boolean): string {
  return isDragged ? 'relative z-10 bg-raised shadow-2xl' : 'motion-safe:in-data-reordering:transition-transform'
}
