// Says that an admin has removed the member from a band while this page was open: what they looked at is gone.

import { Link } from '@tanstack/react-router'
import { UserMinus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn, type OwnMembership } from '#api/me.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonClassName } from '#ui/button.tsx'

export function RemovedFromBandBanner() {
  const [lost, forget] = useBandsLost()
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
                className={buttonClassName({ variant: 'secondary' })}
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

/** Bands that were the member's when this page last looked. Nobody removes themselves, so somebody else did. */
function useBandsLost(): [OwnMembership[], (bandId: string) => void] {
  const { bands } = useSignedIn()
  const before = useRef(bands)
  const [lost, setLost] = useState<OwnMembership[]>([])
  useEffect(() => {
    const isOwn = ({ bandId }: OwnMembership) => bands.some((own) => own.bandId === bandId)
    const gone = before.current.filter((membership) => !isOwn(membership))
    before.current = bands
    setLost((last) => [...last.filter((membership) => !isOwn(membership)), ...gone])
  }, [bands])
  return [lost, (bandId) => setLost((last) => last.filter((membership) => membership.bandId !== bandId))]
}
