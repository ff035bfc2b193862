import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Undefined while loading, null after a failure. */
export type TileCount = number | null | undefined

const tones = { practice: 'bg-practice-tile', gig: 'bg-gig-tile', plain: 'bg-unavailable-tile' }

type Props = {
  title: string
  subtitle: string
  Icon: LucideIcon
  tone: keyof typeof tones
  count?: TileCount
  hasCount?: boolean
}

const look =
  'relative flex min-h-32 flex-col overflow-hidden rounded-card p-2 text-left text-on-tile md:min-h-40 md:p-4 xl:p-5'

type Destination = { to: NonNullable<LinkProps['to']>; search?: LinkProps['search'] }

/** A tile that is one link. */
export function LinkTile({ to, search, action, ...props }: Props & Destination & { action: string }) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      className={clsx(look, tones[props.tone], 'group transition-[filter] hover:brightness-110')}
    >
      <Face {...props} />
      <span className="mt-1.5 flex items-center gap-1.5 text-sm font-semibold md:mt-3">
        {action}
        <ArrowRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5 forced-colors:hidden"
        />
      </span>
    </Link>
  )
}

/** A tile with several links: `children` have `tileActionClassName`. */
export function MultiLinkTile({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <div className={clsx(look, tones[props.tone])}>
      <Face {...props} />
      <div className="mt-2 flex flex-wrap gap-2 md:mt-3">{children}</div>
    </div>
  )
}

export const tileActionClassName =
  'inline-flex min-h-11 flex-1 items-center justify-center rounded-control border border-on-tile px-3 py-2 text-sm font-semibold transition-colors hover:bg-on-tile hover:text-[#000]'

function Face({ title, subtitle, Icon, count, hasCount = true }: Props) {
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.5} className="absolute -right-5 -bottom-6 size-28 opacity-10" />
      <span className="flex items-start justify-between gap-2">
        <Icon aria-hidden="true" className="size-6 shrink-0 md:size-7" />
        {hasCount && <Number count={count} />}
      </span>
      <span className="mt-auto block pt-1.5 text-sm font-bold tracking-tight break-words md:pt-4 md:text-lg md:leading-6 md:tracking-normal">
        {title}
      </span>
      <span className="mt-0.5 block text-xs break-words md:text-sm">{subtitle}</span>
    </>
  )
}

function Number({ count }: { count: TileCount }) {
  const box = 'min-w-7 text-right text-2xl leading-6 font-bold tabular-nums md:text-3xl md:leading-7'
  if (typeof count === 'number') return <span className={box}>{count}</span>
  return (
    <span className={clsx(box, count === undefined && 'animate-breathe')}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{count === undefined ? 'still counting' : 'not known'}</span>
    </span>
  )
}
