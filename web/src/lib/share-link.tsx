// Shows a link that contains a secret, with buttons for the share sheet and the clipboard, and selected for copying by hand if both fail.

import { Copy, Share2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { copyText, shareLink } from './share.ts'
import { Button } from '#ui/button.tsx'
import { inputClassNameFor } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = {
  label: string
  url: string
  /** The title and the text for the share sheet. */
  title: string
  text: string
}

export function ShareLinkField({ label, url, title, text }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function copy() {
    if (await copyText(url)) showToast({ title: 'Link copied' })
    else selectForCopying()
  }

  async function share() {
    const outcome = await shareLink({ title, text, url })
    if (outcome === 'copied') showToast({ title: 'Link copied' })
    if (outcome === 'refused') selectForCopying()
  }

  function selectForCopying() {
    field.current?.focus()
    field.current?.select()
    showToast({ title: 'Copy the selected link' })
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={field}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className={`${inputClassNameFor()} h-12`}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={() => void share()}>
          <Share2 aria-hidden="true" className="size-5" />
          Share
        </Button>
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          Copy
        </Button>
      </div>
    </div>
  )
}
