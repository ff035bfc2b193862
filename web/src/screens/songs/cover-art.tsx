// A song's cover, or a record icon when it is missing. Decorative: the title stands beside it.

import { clsx } from 'clsx'
import { Disc3 } from 'lucide-react'
import { useState } from 'react'

export function CoverArt({ src, className }: { src: string | null; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const look = clsx('size-12 shrink-0 overflow-hidden rounded-control', className)
  if (src === null || src === failed) {
    return (
      <span aria-hidden="true" className={clsx(look, 'grid place-content-center bg-raised text-faint light:bg-sunken')}>
        <Disc3 className="size-6" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
      className={clsx(look, 'bg-raised object-cover')}
    />
  )
}
