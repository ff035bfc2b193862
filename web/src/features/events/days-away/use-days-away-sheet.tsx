// Opens the days-away sheet, whose chunk is loaded on the first opening.

import { Suspense, useCallback } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { Button } from '#ui/button.tsx'

const DaysAwaySheet = lazyOverlay(() => import('./days-away-sheet.tsx'), 'DaysAwaySheet')

type Props = { membership: OwnMembership | null; today: string }

export function useDaysAwaySheet({ membership, today }: Props) {
  const { subject, isOpen, count, open, close } = useDialogState<{ month: string | null }>()
  return {
    /** `month` (`yyyy-MM`) is the month that the sheet shows first. */
    openDaysAway: useCallback((month: string | null = null) => open({ month }), [open]),
    daysAwaySheet: subject && (
      <Suspense>
        <DaysAwaySheet
          key={count}
          isOpen={isOpen}
          membership={membership}
          today={today}
          month={subject.month}
          onClose={close}
        />
      </Suspense>
    ),
  }
}

/** The button that opens the days-away sheet. */
export function AwayButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onPress}>
      I'm away
    </Button>
  )
}
