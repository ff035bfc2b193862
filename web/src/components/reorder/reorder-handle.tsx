import { GripVertical } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown'> & {
  title: string
  /** Of the element that says which keys move the row. */
  hintId: string
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
