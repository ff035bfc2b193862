// Opens the dialog that the address names: an event (`?event=`), the form for a new event (`?add=`) or the search for a date (`?find`). The
// parameters then leave the address, so that Back and a reload do not open it again.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { useFetchEventFromAnyBand } from '#features/events/queries.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { showToast } from '#ui/toast-store.ts'

type DeepLinkHandlers = {
  bandId: string | null
  onEvent: (event: CalendarEntry) => void
  onAdd: (date: string) => void
  onFindDate: (() => void) | null
}

export function useDeepLink({ bandId, onEvent, onAdd, onFindDate }: DeepLinkHandlers): void {
  const { event, add, find } = useSearch({ from: '/cached/signed-in/layout/calendar' })
  const { bands } = useMeOrThrow()
  const fetchEvent = useFetchEventFromAnyBand()
  const removeFromAddress = useRemoveFromAddress()

  const openEvent = useEffectEvent(async (id: string) => {
    try {
      const found = await fetchEvent({ bands, bandId }, id)
      if (found) onEvent(found)
      else showToast(eventMessages.eventAbsent)
    } catch (error) {
      showFailure(error, { title: 'Error' })
    }
  })
  const openLinkedDialog = useEffectEvent(() => {
    if (event !== undefined) void openEvent(event)
    else if (add !== undefined) onAdd(add)
    else onFindDate?.()
    void removeFromAddress()
  })

  useEffect(() => {
    if (event !== undefined || add !== undefined || find !== undefined) openLinkedDialog()
  }, [event, add, find])
}

function useRemoveFromAddress(): () => Promise<void> {
  const navigate = useNavigate()
  return () =>
    navigate({
      from: '/calendar',
      to: '/calendar',
      search: ({ event: _event, add: _add, find: _find, ...rest }) => rest,
      replace: true,
    })
}
