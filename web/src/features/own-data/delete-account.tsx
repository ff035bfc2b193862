// Deletes the account. The user has to type a confirmation, because the deletion cannot be undone.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useOwedPence } from '#features/money/queries.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { eraseAccountAndLeave } from './own-data.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useIsInputReady } from '#ui/use-input-delay.ts'

const confirmationWord = 'delete'
const formId = 'delete-account'
const deletedItems = [
  'Your profile, your picture and your number',
  'Your place in every band, with your answers, days away, readiness and vetoes there',
  `The events you added: for ${limits.restorableDays} days, an admin can put their dates back, without what you wrote`,
  'Bands that nobody else is in',
  'Every device’s sign-in, and Google’s',
]

export function DeleteAccount() {
  const { bands } = useMeOrThrow()
  const [isOpen, setOpen] = useState(false)
  const isReady = useIsInputReady(isOpen)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [typedError, setTypedError] = useState<string>()
  const [problem, setProblem] = useState<string>()

  function close() {
    // A deletion that has begun cannot be stopped, and the dialog shows whether it was refused.
    if (isBusy) return
    setOpen(false)
    setTyped('')
    setTypedError(undefined)
    setProblem(undefined)
  }

  async function erase(event: FormEvent<HTMLFormElement>) {
    if (isBusy) return
    if (typed.trim().toLowerCase() !== confirmationWord) {
      setTypedError(`Type ${confirmationWord} to continue`)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await eraseAccountAndLeave()
    } catch (error) {
      setProblem(getErrorMessage(error, messages.tryAgain))
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="dangerQuiet" saves onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" className="size-5" />
        Delete my account
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Delete your account?"
        description="This cannot be undone. What goes, at once and for good:"
        footer={
          <div className={clsx('grid gap-3 sm:grid-cols-2', !isReady && 'pointer-events-none')}>
            <Button variant="dangerOutline" type="submit" form={formId} isBusy={isBusy}>
              Delete my account
            </Button>
            <Button disabled={isBusy} onClick={close}>
              Keep my account
            </Button>
          </div>
        }
      >
        <Form id={formId} onSubmit={erase} className="grid grid-cols-1 gap-5">
          <ul className="grid list-disc gap-2 pl-5">
            {deletedItems.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          {isOpen && bands.map((membership) => <OwedInBand key={membership.id} membership={membership} />)}
          <p className="text-muted">You may want to download your data first.</p>
          {problem && (
            <Banner tone="danger" role="alert">
              {problem}
            </Banner>
          )}
          <TextField
            label={`Type “${confirmationWord}” to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setTypedError(undefined)
            }}
            error={typedError}
          />
        </Form>
      </Dialog>
    </>
  )
}

/** What the band still owes the user, if anything. */
function OwedInBand({ membership: { id, bandId, band } }: { membership: OwnMembership }) {
  const owedPence = useOwedPence(bandId, id)
  if (owedPence <= 0) return null
  return <p className="font-semibold break-words">{moneyMessages.erasedOwed(band.name, formatPounds(owedPence))}</p>
}
