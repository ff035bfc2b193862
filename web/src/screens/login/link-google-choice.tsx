// Asks whether the pending Google account may sign in as the user whose phone is being verified.

import type { PendingIdentity } from '@gaffer/domain/sign-in/identity'
import { signInMessages as messages } from '@gaffer/domain/sign-in/sign-in-messages'
import { useId, type Ref } from 'react'
import { Button } from '#ui/button.tsx'

type Props = {
  identity: PendingIdentity
  isLinking: boolean
  error: string | undefined
  onLink: () => void
  onDrop: () => void
  linkRef: Ref<HTMLButtonElement>
}

export function LinkGoogleChoice({ identity, isLinking, error, onLink, onDrop, linkRef }: Props) {
  const id = useId()
  return (
    <fieldset className="min-w-0 rounded-card border border-control bg-surface p-4 has-[[data-error]]:border-danger">
      <legend className="sr-only">Google</legend>
      <p className="break-words">{messages.googleWillSignIn(identity.email)}</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button
          variant={isLinking ? 'primary' : 'secondary'}
          aria-pressed={isLinking}
          aria-describedby={error ? `${id}-error` : undefined}
          size="narrow"
          ref={linkRef}
          onClick={onLink}
        >
          {isLinking && <span aria-hidden="true">✓</span>}
          Link
        </Button>
        <Button variant="secondary" size="narrow" onClick={onDrop}>
          Don't link
        </Button>
      </div>
      {error && (
        <p id={`${id}-error`} data-error="" role="alert" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
