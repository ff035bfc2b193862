import { Download } from 'lucide-react'
import { useState } from 'react'
import { showFailure } from './show-failure.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = {
  label: string
  /** Resolves to the name of the saved file. */
  download: () => Promise<string>
  /** Titles of the toasts after a success and after a failure. */
  saved: string
  notSaved: string
}

export function DownloadButton({ label, download, saved, notSaved }: Props) {
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      showToast({ title: saved, text: `Downloaded ${await download()}` })
    } catch (error) {
      showFailure(error, { title: notSaved })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="secondary"
      isBusy={isBusy}
      onClick={() => void save()}
      className="justify-self-start max-sm:w-full"
    >
      {!isBusy && <Download aria-hidden="true" className="size-5" />}
      {label}
    </Button>
  )
}
