// Keep the scripts of this page small: scripts/check-page-weight.mjs limits them.

import { googleErrorMessageFor, type GoogleErrorCode } from '@gaffer/domain/sign-in/google-sign-in'
import type { HeldInvitation } from '@gaffer/domain/invitations/invitation'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import {
  hasSessionOnServer,
  fetchHeldInvitation,
  getSessionEndedMessage,
  takeReturnTo,
  hasSessionHint,
  readReturnTo,
} from '#features/sign-in/auth.ts'
import { sendUnsentSignOut } from '#lib/unsent-sign-out.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Banner } from '#ui/banner.tsx'
import { importAgain } from '#ui/import-again.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { startSignInTrace } from '#features/sign-in/sign-in-trace.ts'
import { buttonClassNameFor } from '#ui/button.tsx'
import { PhoneSignIn } from './phone-sign-in.tsx'

type SignInWay = 'phone' | 'social'
/** After these errors the Social tab is open, so that the user can retry. */
const retryableErrors: readonly string[] = [
  'google_cancelled',
  'google_expired',
  'google_failed',
] satisfies GoogleErrorCode[]
// Loaded on demand: most sign-ins have no invitation. Without its chunk, the sign-in goes on without the card.
const HeldInvitationCard = lazy<ComponentType<{ invitation: HeldInvitation }>>(() =>
  importAgain(() => import('./held-invitation-card.tsx')).then(
    (module) => ({ default: module.HeldInvitationCard }),
    () => ({ default: () => null }),
  ),
)

const needsPhoneError: GoogleErrorCode = 'google_needs_phone'

export function LoginPage() {
  const { error } = useSearch({ from: '/login' })
  const navigate = useNavigate()
  const session = useSession()
  const invitation = useHeldInvitation()
  const problem = error ? googleErrorMessageFor(error) : getSessionEndedMessage()
  const [way, setWay] = useState<SignInWay>(error && retryableErrors.includes(error) ? 'social' : 'phone')

  /** Removes the error that asks for the phone of a new Google account from the address. */
  function removeGoogleError() {
    if (error === needsPhoneError) void navigate({ to: '/login', search: {}, replace: true })
  }

  if (session === 'loading') return <LoadingScreen />
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        Sign in to your band
      </h1>
      <p className="mt-2 mb-6 text-pretty text-muted">Your phone is your key. There is no password to forget.</p>
      {invitation && (
        <Suspense>
          <HeldInvitationCard invitation={invitation} />
        </Suspense>
      )}
      {problem && (
        <div className="mb-5">
          <Banner tone="warn" role="alert">
            {problem}
          </Banner>
        </div>
      )}
      <Tabs<SignInWay>
        label="Ways to sign in"
        value={way}
        onChange={setWay}
        tabs={[
          {
            id: 'phone',
            label: 'Phone',
            panel: <PhoneSignIn invitation={invitation} onGoogleDropped={removeGoogleError} />,
          },
          { id: 'social', label: 'Social', panel: <GoogleSignIn /> },
        ]}
      />
    </AuthLayout>
  )
}

/** Returns the state of the session, which is requested only with a session hint. Also sends a sign-out that has not reached the server. */
function useSession(): 'loading' | 'signed-out' {
  const navigate = useNavigate()
  const [session, setSession] = useState<'loading' | 'signed-out'>(hasSessionHint() ? 'loading' : 'signed-out')
  useEffect(() => {
    const sendSignOut = () => void sendUnsentSignOut().catch(() => undefined)
    sendSignOut()
    // The browser's `online` event is not enough: the server may be unreachable while the browser is online.
    const sendSignOutWhenBack = () => {
      if (!readConnectionState().isLost) sendSignOut()
    }
    const stop = onConnectionChange(sendSignOutWhenBack)
    addEventListener('online', sendSignOut)
    return () => {
      stop()
      removeEventListener('online', sendSignOut)
    }
  }, [])
  useEffect(() => {
    if (session !== 'loading') return
    let isMounted = true
    const openReturnTo = () => void navigate({ href: takeReturnTo() ?? '/dashboard', replace: true })
    void hasSessionOnServer().then((yes) => isMounted && (yes ? openReturnTo() : setSession('signed-out')))
    return () => {
      isMounted = false
    }
  }, [session, navigate])
  return session
}

function useHeldInvitation(): HeldInvitation | null {
  const [invitation, setInvitation] = useState<HeldInvitation | null>(null)
  useEffect(() => {
    let isHere = true
    void fetchHeldInvitation().then((held) => isHere && setInvitation(held))
    return () => {
      isHere = false
    }
  }, [])
  return invitation
}

/** Google sign-in, for accounts with a verified phone. Redirects to the server's endpoint. */
function GoogleSignIn() {
  const returnTo = readReturnTo()
  return (
    <div className="grid gap-4">
      <a
        href={returnTo ? `/auth/google?${new URLSearchParams({ returnTo })}` : '/auth/google'}
        onClick={() => startSignInTrace('Left for Google')}
        className={buttonClassNameFor({ variant: 'secondary', isWide: true })}
      >
        <GoogleMark />
        Continue with Google
      </a>
      <p className="text-sm text-muted">
        You verify your phone once, the first time. After that, you only need Google.
      </p>
    </div>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path fill="#4285f4" d="M21.6 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4z" />
      <path
        fill="#34a853"
        d="M12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1-2.6 0-4.8-1.8-5.6-4.1H3.1v2.6A10 10 0 0 0 12 22z"
      />
      <path fill="#fbbc05" d="M6.4 14a6 6 0 0 1 0-3.9V7.5H3.1a10 10 0 0 0 0 9z" />
      <path fill="#ea4335" d="M12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.5l3.3 2.6C7.2 7.8 9.4 6 12 6z" />
    </svg>
  )
}
