import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Whether the fields are open, for instance because one has a value. The user can open and close them too. */
  isOpen: boolean
  children: ReactNode
}

/** Optional fields of a form, collapsed so that the Save button is visible. */
export function OptionalFields({ label, isOpen, children }: Props) {
  return (
    <details open={isOpen} className="group rounded-card border border-hairline">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 py-2.5 font-medium transition-colors hover:bg-lit [&::-webkit-details-marker]:hidden">
        {label}
        <span className="flex items-center gap-2 text-sm font-normal text-faint">
          Optional
          <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-5 px-4 pt-2 pb-4">{children}</div>
    </details>
  )
}

/** Keeps a form's buttons visible while its fields scroll. */
export const stickyButtonsClassName =
  'sticky bottom-0 z-10 -mx-4 border-t border-hairline bg-bg px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] short:static'
