// Shares an event as text: by the device's share sheet, else by the clipboard, else by a text field to copy from.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Share2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { shareText } from '#lib/share.ts'
import { formatEventShareMessage, eventName } from '#features/events/format-event.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { event: CalendarEntry; size: ComponentProps<typeof Button>['size'] }

/** Renders the share button and, if sharing and copying fail, a text area on a line of its own. The parent must be a grid or flex row. */
export function ShareEvent({ event, size }: Props) {
  const [isTextAreaShown, setTextAreaShown] = useState(false)
  const text = formatEventShareMessage(event, location.origin)

  async function shareEvent() {
    const outcome = await shareText({ title: eventName(event), text })
    if (outcome === 'copied') showToast({ title: 'Event copied', text: 'Paste it into a message.' })
    setTextAreaShown(outcome === 'refused')
  }

  return (
    <>
      <Button variant="secondary" size={size} onClick={() => void shareEvent()}>
        <Share2 aria-hidden="true" className="size-5" />
        Share
      </Button>
      {isTextAreaShown && (
        <TextArea
          className="col-span-full basis-full"
          label="Copy this"
          readOnly
          ref={selectAllText}
          rows={text.split('\n').length}
          value={text}
          onFocus={(focus) => focus.target.select()}
        />
      )}
    </>
  )
}

function selectAllText(area: HTMLTextAreaElement | null) {
  area?.select()
  area?.focus()
}
