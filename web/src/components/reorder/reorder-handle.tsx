import { GripVertical } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown'> & {
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

export function ReorderHandle({ title, hintId, ...handlers }: Props) {
  return (
    <button
      type="button"
      aria-label={`Move ${title}`}
      aria-describedby={hintId}
      {...handlers}
      className="grid min-h-14 w-11 shrink-0 cursor-grab touch-none place-content-center text-faint hover:text-text"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
}
