// Unknown, expired, used up or revoked: one page for all, so that nothing is learnt by trying.

import { messages } from '@gaffer/domain/messages'
import { Link } from '@tanstack/react-router'
import { NarrowPage } from '#parts/narrow-page.tsx'
import { buttonLook } from '#ui/button.tsx'

export function DeadInvitation() {
  return (
    <NarrowPage>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        {messages.invitationDead}
      </h1>
      <p className="mt-3 text-lg text-muted">{messages.invitationAskAgain}</p>
      <div className="mt-8 grid gap-3">
        <Link to="/login" className={buttonLook({ variant: 'primary' })}>
          Sign in
        </Link>
        <Link to="/" className={buttonLook({ variant: 'quiet' })}>
          Go to the front page
        </Link>
      </div>
    </NarrowPage>
  )
}
