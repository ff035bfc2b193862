// Offers notices by email once, on the dashboard after the user has joined a band.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export function EmailOffer() {
  const [isOfferDue, setOfferDue] = useState(() => readStored('emailOffer') === 'due')
  const dismissOffer = () => {
    writeStored('emailOffer', 'done')
    setOfferDue(false)
  }
  return isOfferDue && <OfferCard onEnd={dismissOffer} />
}

/** The offer. Renders nothing for a user who has an email address already. */
function OfferCard({ onEnd }: { onEnd: () => void }) {
  const id = useId()
  const { data } = useEndpoint('GET /api/me/notice-settings')
  if (data?.email !== null) return null
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 xl:p-5">
      <Mail aria-hidden="true" className="size-6 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 id={id} className="font-semibold">
          {noticeMessages.emailOffer.title}
        </h2>
        <p className="text-sm text-muted">{noticeMessages.emailOffer.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/profile/notices" onClick={onEnd} className={buttonClassNameFor({ size: 'sm' })}>
          Add an address
        </Link>
        <Button variant="quiet" size="sm" onClick={onEnd}>
          Not now
        </Button>
      </div>
    </Card>
  )
}
