import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FloatingButton } from '#ui/floating-button.tsx'

export function AddButton({ label, onPress }: { label: string; onPress: () => void }) {
  const isHidden = useHiddenOverContent()
  return (
    <FloatingButton
      label={label}
      icon={<Plus aria-hidden="true" className="size-7" />}
      onClick={onPress}
      className={clsx(
        'transition-[opacity,scale] hover:scale-105 small-phone:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] small-phone:h-12 small-phone:min-w-12 xl:right-8 xl:bottom-8',
        isHidden && 'pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100',
      )}
    />
  )
}

/**
 * Scrolling down hides the button until a scroll up or the end of the page, whose padding leaves room for it. It is also hidden
 * while it would cover cells of the month.
 */
function useHiddenOverContent(): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let last = scrollY
    let isScrollingDown = false
    const check = () => {
      if (Math.abs(scrollY - last) > 4) isScrollingDown = scrollY > last
      last = scrollY
      const isAtEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 8
      setHidden(isOverMonth() || (isScrollingDown && !isAtEnd))
    }
    check()
    const observer = new ResizeObserver(check)
    observer.observe(document.body)
    document.addEventListener('scroll', check, { passive: true })
    addEventListener('resize', check)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', check)
      removeEventListener('resize', check)
    }
  }, [])
  return isHidden
}

/** False on wide screens, whose cells have their own Add button. */
function isOverMonth(): boolean {
  const month = document.querySelector('main [role=grid]')?.getBoundingClientRect()
  const button = document.querySelector('[data-floating]')?.getBoundingClientRect()
  if (!month || !button || innerWidth >= 768) return false
  return month.bottom > button.top && month.top < button.bottom
}
