// The heading of a page inside the app layout, with the page's actions beside it.

import type { ReactNode } from 'react'

type Props = { title: ReactNode; text?: ReactNode; actions?: ReactNode }

export function PageHeading({ title, text, actions }: Props) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 xl:mb-7">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight break-words outline-none xl:text-3xl">
          {title}
        </h1>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {actions}
    </div>
  )
}
