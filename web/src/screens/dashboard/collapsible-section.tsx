// A collapsible section of the dashboard.

import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'

type Props = { title: string; note?: string; children: ReactNode }

export function CollapsibleSection({ title, note, children }: Props) {
  return (
    <details open className="group/section">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-control md:min-h-12 md:py-2 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg font-bold">{title}</h2>
        {note && <Badge>{note}</Badge>}
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 shrink-0 text-muted transition-transform group-open/section:rotate-180"
        />
      </summary>
      <div className="pt-1 md:pt-2">{children}</div>
    </details>
  )
}
