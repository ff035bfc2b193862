import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { mapsLinkOf, platformOf } from '#lib/device-links.ts'
import { buttonClassNameFor } from '#ui/button.tsx'

type Props = {
  Icon: LucideIcon
  /** The name of the fact for screen readers, in place of the icon. */
  term: string
  children: ReactNode
}

/** A row of a description list: an icon, and the value. */
export function Fact({ Icon, term, children }: Props) {
  return (
    <div className="flex gap-3">
      <dt className="pt-0.5">
        <Icon aria-hidden="true" className="size-5 text-faint" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  )
}

/**
 * A place, with a link that searches its address, or its name if there is no address, in the device's maps app. Without an address, the
 * stand-in for a place that an enquiry did not name has no link.
 */
export function PlaceWithMapsLink({ place, address }: { place: string; address?: string | null | undefined }) {
  if (!address && place === publicPageMessages.placeUnknown) return place
  return (
    <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-4">
      <span className="min-w-0 flex-1 basis-32 break-words">{place}</span>
      <a
        href={mapsLinkOf(address ?? place, platformOf(navigator))}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClassNameFor({ variant: 'secondary', size: 'sm' })} -mt-2.5 -mb-1`}
      >
        Open in Maps
      </a>
    </span>
  )
}
