// Lets a new month come in from the side it lies on, for those who did not ask for less motion.

import { useLayoutEffect, useRef } from 'react'

export function useMonthSlide(month: string) {
  const element = useRef<HTMLDivElement>(null)
  const last = useRef(month)

  useLayoutEffect(() => {
    const from = month > last.current ? 24 : -24
    const isSame = month === last.current
    last.current = month
    if (isSame || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ opacity: 0.3, transform: `translateX(${from}px)` }, {}], {
      duration: 150,
      easing: 'ease-out',
    })
  }, [month])

  return element
}
