// Opens what the address names: an event (`?event=`), or the form for a new one (`?add=`). The parameters then leave the
// address, so that Back and a reload do not open it again.

import type { Event } from '@gaffer/domain/event'
import { messages } from '@gaffer/domain/messages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useFindEvent } from '#api/events.ts'
import { useSignedIn } from '#api/me.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { showFailure, showToast } from '#ui/toast-store.ts'

type Opened = { bandId: string | null; onEvent: (event: Event) => void; onAdd: (date: string) => void }

export function useDeepLink({ bandId, onEvent, onAdd }: Opened): void {
  const { event, add } = useSearch({ strict: false })
  const { bands } = useSignedIn()
  const findEvent = useFindEvent()
  const navigate = useNavigate()

  const openEvent = useEffectEvent(async (id: string) => {
    try {
      const found = await findEvent({ bands, bandId }, id)
      if (found) onEvent(found)
      else showToast(messages.eventAbsent)
    } catch (error) {
      showFailure({ title: 'Error', text: getErrorMessage(error, messages.tryAgain) })
    }
  })
  const open = useEffectEvent(() => {
    if (event !== undefined) void openEvent(event)
    else if (add !== undefined) onAdd(add)
  })

  useEffect(() => {
    if (event === undefined && add === undefined) return
    open()
    void navigate({ to: '/calendar', search: {}, replace: true })
  }, [event, add, navigate])
}
