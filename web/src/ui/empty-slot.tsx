import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; text: string; action: ReactNode }

/** The place of one part that a page lacks, with the action that adds it. `EmptyState` takes the place of a page's whole content. */
export function EmptySlot({ icon, title, text, action }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-dashed border-control p-3.5">
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <span className="mt-0.5 text-faint">{icon}</span>
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-sm text-muted">{text}</p>
        </div>
      </div>
      <div className="w-full sm:w-60">{action}</div>
    </div>
  )
}
