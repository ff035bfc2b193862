// A banner for a member whose time in a band ended while the page was open: by a removal, or because the member left the band on another page.

import { Link } from '@tanstack/react-router'
import { UserMinus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { takeOwnDeparture } from '#features/bands/own-departures.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'

export function RemovedFromBandBanner() {
  const [lost, forget] = useLostBands()
  return (
    <output>
      {lost.map(({ bandId, band }) => (
        <div key={bandId} className="mb-4">
          <Banner
            tone="warn"
            icon={<UserMinus aria-hidden="true" className="size-5 shrink-0 text-warn" />}
            action={
              <Link
                to="/dashboard"
                className={buttonClassNameFor({ variant: 'secondary' })}
                onClick={() => forget(bandId)}
              >
                Your bands
              </Link>
            }
          >
            You are no longer in {band.name}.
          </Banner>
        </div>
      ))}
    </output>
  )
}

/** The memberships that have disappeared, except those that the user ended on this page, and a function that dismisses one of them. */
function useLostBands(): [OwnMembership[], (bandId: string) => void] {
  const { bands } = useMeOrThrow()
  const before = useRef(bands)
  const [lost, setLost] = useState<OwnMembership[]>([])
  useEffect(() => {
    const isStillMember = ({ bandId }: OwnMembership) => bands.some((own) => own.bandId === bandId)
    const gone = before.current.filter(
      (membership) => !isStillMember(membership) && !takeOwnDeparture(membership.bandId),
    )
    before.current = bands
    setLost((last) => [...last.filter((membership) => !isStillMember(membership)), ...gone])
  }, [bands])
  return [lost, (bandId) => setLost((last) => last.filter((membership) => membership.bandId !== bandId))]
}
