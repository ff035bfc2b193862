import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fitPage, type PageView, type Size } from './fit-page.ts'

type Props = {
  picture: Blob
  box: Size
  view: PageView
  label: string
  children?: ((size: Size) => ReactNode) | undefined
}

export function PictureSheet({ picture, box, view, label, children }: Props) {
  const image = useRef<HTMLImageElement>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(picture)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [picture])
  const size = ratio === null ? null : fitPage(ratio, box, view)
  return (
    <div className="relative shrink-0" style={size ?? { width: 0, height: 0 }}>
      <img
        ref={image}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
        className="block size-full"
      />
      {size && children?.(size)}
    </div>
  )
}
