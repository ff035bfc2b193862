// Opens the sheet that finds a date, whose chunk is loaded on the first opening.

import { Suspense } from 'react'
import { CalendarSearch } from 'lucide-react'
import type { OwnMembership } from '#lib/me.ts'
import { readChosenType } from '#features/events/event-form/chosen-type.ts'
import type { EventFormInitialState } from '#features/events/event-form/event-form-props.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { Button } from '#ui/button.tsx'

const FindDateSheet = lazyOverlay(() => import('./find-date-sheet.tsx'), 'FindDateSheet')

type Props = { membership: OwnMembership | null; today: string; onChosen: (subject: EventFormInitialState) => void }

/** `openFindDate` is null while no band is selected. */
export function useFindDateSheet({ membership, today, onChosen }: Props) {
  const { subject, isOpen, count, open, close } = useDialogState<OwnMembership>()
  return {
    openFindDate: membership && (() => open(membership)),
    closeFindDate: close,
    findDateSheet: subject && (
      <Suspense>
        <FindDateSheet
          key={count}
          isOpen={isOpen}
          membership={subject}
          today={today}
          onClose={close}
          onChosen={(chosen) => onChosen({ ...chosen, type: readChosenType() })}
        />
      </Suspense>
    ),
  }
}

/** The button that opens the sheet Find a date. Renders nothing without a band (null `onPress`). */
export function FindDateButton({ onPress }: { onPress: (() => void) | null }) {
  if (!onPress) return null
  return (
    <Button variant="secondary" size="sm" onClick={onPress}>
      <CalendarSearch aria-hidden="true" className="size-5" />
      Find a date
    </Button>
  )
}
