import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; text: string; action: ReactNode }

/** The placeholder of one missing part of a page, with the action that adds it. `EmptyState` stands for the content of a whole page. */
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
