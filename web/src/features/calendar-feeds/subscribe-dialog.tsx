// The dialog that subscribes this device to a feed: by a link, or by copying the address. It can also replace the address.

import { feedMessages } from '@gaffer/domain/calendar-feeds/feed-messages'
import { CalendarPlus, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '#lib/share.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { platformOf } from '#lib/device-links.ts'

type Props = {
  isOpen: boolean
  url: string
  /** The content of the feed in words: "all events of The Night Buses". */
  content: string
  /** Replaces the address. Never rejects, because the caller shows a failure in a toast. */
  onReplace: () => Promise<void>
  /** Called when the address is copied, or opened in a calendar app. */
  onSubscribed?: (() => void) | undefined
  onClose: () => void
}

export function SubscribeDialog({ isOpen, url, content, onReplace, onSubscribed, onClose }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { href, label } = makeSubscribeLink(url)

  async function copyUrl() {
    if (await copyText(url)) {
      onSubscribed?.()
      return showToast(feedMessages.urlCopied)
    }
    // Without clipboard access, the user copies the address from the selected field or from the console.
    console.info('Calendar address', url)
    field.current?.focus()
    field.current?.select()
    showToast({ title: 'Copy the selected link' })
  }

  function replaceUrl() {
    setReplacing(true)
    void onReplace().finally(() => {
      setReplacing(false)
      setAsking(false)
    })
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Subscribe"
      description={`Your calendar app shows ${content} and keeps up with every change.`}
    >
      <div className="grid grid-cols-1 gap-5">
        <a
          href={href}
          target={href.startsWith('https:') ? '_blank' : undefined}
          rel="noreferrer"
          onClick={onSubscribed}
          className={buttonClassNameFor({ isWide: true })}
        >
          <CalendarPlus aria-hidden="true" className="size-5" />
          {label}
        </a>
        <div className="grid grid-cols-1 gap-3">
          <TextField
            label="Address"
            hint={feedMessages.urlCopied.text}
            readOnly
            ref={field}
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <Button variant="secondary" onClick={() => void copyUrl()}>
            <Copy aria-hidden="true" className="size-5" />
            Copy
          </Button>
        </div>
        <div className="grid grid-cols-1 gap-2 border-t border-hairline pt-4">
          <p className="text-sm text-muted">Anyone with this address can read the calendar.</p>
          <Button
            variant="dangerQuiet"
            size="sm"
            saves
            className="-ml-4 justify-self-start"
            onClick={() => setAsking(true)}
          >
            Replace link
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Replace the link?"
        text="Every calendar app that follows the old link stops getting updates. Subscribe again there."
        confirmLabel="Replace"
        isBusy={isReplacing}
        onConfirm={replaceUrl}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  )
}

/** The link that puts a feed into a calendar program with one tap. Android has no app for `webcal:`, so it gets a link to Google Calendar. */
export function makeSubscribeLink(
  url: string,
  device: Parameters<typeof platformOf>[0] = navigator,
): { href: string; label: string } {
  const webcalUrl = url.replace(/^https?:/, 'webcal:')
  if (platformOf(device) !== 'android') return { href: webcalUrl, label: 'Add to your calendar' }
  return {
    href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`,
    label: 'Add to Google Calendar',
  }
}
