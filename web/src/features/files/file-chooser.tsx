// Takes files that the user chooses, photographs with the phone's camera, drops, or pastes anywhere on the page.

import { clsx } from 'clsx'
import { Camera, FileUp } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { FileButton } from '#ui/file-button.tsx'
import { useFileDropTarget } from './use-file-drop-target.ts'

type Props = {
  /** The label of the button that opens the file picker. */
  label: string
  accept: string
  /** Whether a button for the camera is offered on devices with a touch screen. */
  hasCamera?: boolean
  /** Whether several files may be chosen at once. */
  isMultiple?: boolean
  onChoose: (files: readonly File[], isFromCamera: boolean) => void
  /** Further buttons beside the file buttons. */
  children?: ReactNode
}

export function FileChooser({ label, accept, hasCamera = false, isMultiple = false, onChoose, children }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const passFiles = (files: readonly File[]) => onChoose(isMultiple ? files : files.slice(0, 1), false)
  const isOver = useFileDropTarget(area, passFiles, { isPastedAnywhere: true })
  return (
    // The padding does not grow with the text, so that the label fits into a narrow frame at 200% text size.
    <div
      ref={area}
      className={clsx(
        'flex flex-wrap items-center gap-2 rounded-card border border-dashed p-[12px] transition-colors',
        isOver ? 'border-text bg-raised' : 'border-control',
      )}
    >
      <FileButton accept={accept} isMultiple={isMultiple} onChoose={passFiles}>
        <FileUp aria-hidden="true" className="size-5" />
        {label}
      </FileButton>
      {hasCamera && (
        <span className="hidden pointer-coarse:inline-flex">
          <FileButton accept="image/*" isCamera onChoose={(files) => onChoose(files, true)}>
            <Camera aria-hidden="true" className="size-5" />
            Take a photo
          </FileButton>
        </span>
      )}
      {children}
      <p className="hidden text-sm text-muted md:block">Or drop or paste {isMultiple ? 'files' : 'it'} here.</p>
    </div>
  )
}
