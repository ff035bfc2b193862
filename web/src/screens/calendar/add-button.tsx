import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FloatingButton } from '#ui/floating-button.tsx'

const settleMs = 300

/** The floating add button. Transparent while the page scrolls, so that it does not cover the text. */
export function FloatingAddButton({ label, onPress }: { label: string; onPress: () => void }) {
  const isScrolling = useIsScrolling()
  return (
    <FloatingButton
      label={label}
      icon={<Plus aria-hidden="true" />}
      onClick={onPress}
      className={clsx(
        'transition-[opacity,scale] hover:scale-105 small-phone:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] small-phone:h-[48px] small-phone:min-w-[48px] xl:right-3 xl:bottom-8',
        isScrolling && 'pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100',
      )}
    />
  )
}

/** Whether the page scrolls, or has scrolled in the last 300 ms (`settleMs`). */
function useIsScrolling(): boolean {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      setScrolling(true)
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), settleMs)
    }
    document.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('scroll', onScroll)
    }
  }, [])
  return isScrolling
}
