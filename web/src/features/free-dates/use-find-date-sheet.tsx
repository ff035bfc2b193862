// Opens the sheet that finds a date, whose chunk is loaded on the first opening.

import type { BandEventType } from '@gaffer/domain/shared/event-type'
import { Suspense, useRef } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import type { EventFormInitialState } from '#features/events/event-form/event-form.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'

const FindDateSheet = lazyOverlay(async () => (await import('./find-date-sheet.tsx')).FindDateSheet)

type Props = { membership: OwnMembership | null; today: string; onChosen: (subject: EventFormInitialState) => void }

/** `openFindDate` is null while no band is selected. */
export function useFindDateSheet({ membership, today, onChosen }: Props) {
  const { subject, isOpen, count, open, close } = useDialogState<OwnMembership>()
  const type = useRef<BandEventType>(undefined)
  return {
    openFindDate: membership && (() => open(membership)),
    closeFindDate: close,
    /** Keeps the type that the member chose in an event form: the next form that the sheet opens begins with it. */
    rememberType: (chosen: BandEventType) => {
      type.current = chosen
    },
    findDateSheet: subject && (
      <Suspense>
        <FindDateSheet
          key={count}
          isOpen={isOpen}
          membership={subject}
          today={today}
          onClose={close}
          onChosen={(chosen) => onChosen({ ...chosen, type: type.current })}
        />
      </Suspense>
    ),
  }
}
