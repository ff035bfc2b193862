// A button that opens the browser's file picker.

import type { ReactNode, Ref } from 'react'

type Props = {
  accept: string
  /** Whether several files may be chosen at once. */
  isMultiple?: boolean
  /** Opens the camera of a phone. */
  isCamera?: boolean
  /** Called only if at least one file was chosen. */
  onChoose: (files: readonly [File, ...File[]]) => void
  inputRef?: Ref<HTMLInputElement>
  describedBy?: string | undefined
  children: ReactNode
}

export function FileButton({
  accept,
  isMultiple = false,
  isCamera = false,
  onChoose,
  inputRef,
  describedBy,
  children,
}: Props) {
  return (
    <label className="inline-flex min-h-11 max-w-full cursor-pointer flex-wrap items-center gap-x-2 rounded-control border border-control px-[14px] text-sm font-semibold transition-colors hover:bg-lit has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        ref={inputRef}
        type="file"
        accept={accept}
        multiple={isMultiple}
        capture={isCamera ? 'environment' : undefined}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={(event) => {
          const [first, ...more] = event.target.files ?? []
          if (first) onChoose([first, ...more])
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
