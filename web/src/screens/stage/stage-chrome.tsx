import { clsx } from 'clsx'
import { useEffect, useState, type ReactNode } from 'react'

const hiddenAfterMs = 3000

/** The controls over a chart. They hide after three seconds, unless one of them has the focus. */
export function StageChrome({
  isHiding,
  shownAt,
  children,
}: {
  isHiding: boolean
  shownAt: number
  children: ReactNode
}) {
  const [hiddenSince, setHiddenSince] = useState<number | null>(null)
  useEffect(() => {
    if (!isHiding) return
    const timer = setTimeout(() => setHiddenSince(shownAt), hiddenAfterMs)
    return () => clearTimeout(timer)
  }, [isHiding, shownAt])
  const isHidden = isHiding && hiddenSince === shownAt
  return (
    <div
      className={clsx(
        'absolute inset-x-0 top-0 z-10 flex items-center justify-end pt-[env(safe-area-inset-top)] pr-1 transition-opacity',
        isHiding && 'bg-[#000c]',
        isHidden && 'opacity-0 not-focus-within:pointer-events-none focus-within:opacity-100',
      )}
    >
      {children}
    </div>
  )
}
