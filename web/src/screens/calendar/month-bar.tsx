// Which month, and the ways to another one.

import { displayMonth } from '@gaffer/domain/dates'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'

type Props = { id: string; month: string; onTurn: (by: -1 | 1) => void; children?: ReactNode }

export function MonthBar({ id, month, onTurn, children }: Props) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1">
      <h2
        id={id}
        aria-live="polite"
        className="min-w-0 flex-1 basis-36 break-words text-xl leading-tight font-bold tracking-tight xl:min-w-52 xl:flex-none xl:basis-auto xl:text-2xl"
      >
        {displayMonth(month)}
      </h2>
      <IconButton
        label="Previous month"
        icon={<ChevronLeft aria-hidden="true" className="size-6" />}
        onClick={() => onTurn(-1)}
      />
      <IconButton
        label="Next month"
        icon={<ChevronRight aria-hidden="true" className="size-6" />}
        onClick={() => onTurn(1)}
      />
      {children}
    </div>
  )
}
