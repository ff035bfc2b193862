// The content of a page that needs a band while none is selected.

import { Link } from '@tanstack/react-router'
import { ChevronRight, Plus } from 'lucide-react'
import { selectBandIfMember } from './selected-band-store.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { BandAvatar } from './avatars.tsx'
import { PageHeading } from '#ui/page-heading.tsx'

/** `onSignOut` adds the sign-out button, for a page that has no navigation. */
export function BandPicker({ onSignOut }: { onSignOut?: () => void }) {
  const { bands } = useMeOrThrow()
  return (
    <>
      <PageHeading
        title="Select Your Band"
        text={
          bands.length > 0
            ? 'Choose one of your bands.'
            : 'You are not in a band yet. Ask your band for a link, or start a new one.'
        }
      />
      {bands.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {bands.map((membership) => (
            <li key={membership.id}>
              <button
                type="button"
                onClick={() => selectBandIfMember(bands, membership.bandId)}
                className={`${cardClassName} flex w-full flex-wrap items-center gap-4 p-4 text-left transition-colors hover:border-control hover:bg-lit`}
              >
                <BandAvatar membership={membership} size="xl" />
                {/* With large text the names wrap below the picture instead of breaking within words. */}
                <span className="flex min-w-0 flex-1 basis-46 items-center gap-2">
                  <span className="min-w-0 flex-1">
                    <span className="block text-lg font-bold break-words">{membership.band.name}</span>
                    <span className="block text-sm break-words text-muted">
                      {membership.displayName} · {membership.role}
                    </span>
                  </span>
                  <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-faint" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/onboarding" className={`${buttonClassNameFor({ variant: 'secondary' })} max-sm:w-full`}>
          <Plus aria-hidden="true" className="size-5" />
          Create New Band
        </Link>
        {onSignOut && (
          <Button variant="quiet" className="max-sm:w-full" onClick={onSignOut}>
            Sign Out
          </Button>
        )}
      </div>
    </>
  )
}
