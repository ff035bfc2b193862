// Shares an event as text: with the share sheet, else the clipboard, else a field to copy from.

import type { Event } from '@gaffer/domain/event'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { shareText } from '#lib/share.ts'
import { eventMessage, eventName } from '#components/format-event.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'

export function ShareEvent({ event }: { event: Event }) {
  const [isByHand, setByHand] = useState(false)
  const text = eventMessage(event, location.origin)

  async function share() {
    const outcome = await shareText({ title: eventName(event), text })
    if (outcome === 'copied') showToast({ title: 'Event copied', text: 'Paste it into a message.' })
    setByHand(outcome === 'refused')
  }

  return (
    <div className="grid min-w-0 gap-3">
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => void share()}>
        <Share2 aria-hidden="true" className="size-5" />
        Share
      </Button>
      {isByHand && (
        <TextArea
          label="Copy this"
          readOnly
          ref={selectAll}
          rows={text.split('\n').length}
          value={text}
          onFocus={(focus) => focus.target.select()}
        />
      )}
    </div>
  )
}

function selectAll(area: HTMLTextAreaElement | null) {
  area?.select()
  area?.focus()
}
