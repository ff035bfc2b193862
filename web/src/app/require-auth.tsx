// The guard of the pages that need a session: before they load (`requireAuth`) and while they are open (`SignedInLayout`).

import { bandIdInHref, removeBandFromHref } from '@gaffer/domain/bands/band-link'
import { Outlet, redirect, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { storeSessionHint } from '#features/sign-in/auth.ts'
import { isSignedOutError, meQueryOptions, useMe, type Me } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { readSelection, reconcileSelection, selectBandIfMember } from '#features/bands/selected-band-store.ts'
import { endSessionLocally, redirectOnSignOutElsewhere } from '#features/sign-in/sign-out.ts'
import { ApiError, hasErrorCode, NetworkError } from '#lib/api-error.ts'
import { deleteDraftsOfOtherUsers } from '#lib/form-drafts.ts'
import { restoreStoredQueries } from '#offline/stored-queries.ts'
import { SavingDisabledReasonContext } from '#ui/saving-disabled.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { OfflineSupport, useConnectionState } from './offline-support.tsx'
import { ProfileFailureScreen } from './profile-failure-screen.tsx'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'

const noConnectionReason = 'No connection. This can be changed when you are back.'

type GuardInput = { location: { pathname: string; href: string }; preload: boolean }

/**
 * Redirects to /login without a session, and to /profile without a complete profile. Selects the band that the address names by `?band=`,
 * and removes it from the address.
 */
export async function requireAuth({ location, preload }: GuardInput): Promise<{ me: Me }> {
  const isProfilePage = /^\/profile\/?$/.test(location.pathname)
  const redirectToProfile = () => redirect({ to: '/profile', replace: true })
  await restoreStoredQueries(queryClient)
  const linkedBandId = bandIdInHref(location.href)
  const me = await readMe(location.pathname, linkedBandId).catch((error: unknown) => {
    if (isSignedOutError(error)) {
      if (!preload) endSessionLocally(location.href)
      throw redirect({ to: '/login', replace: true })
    }
    throw hasErrorCode(error, 'not_found') && !isProfilePage ? redirectToProfile() : error
  })
  if (!me.user.profileCompleted && !isProfilePage) throw redirectToProfile()
  if (linkedBandId !== null && !preload) {
    selectBandIfMember(me.bands, linkedBandId)
    throw redirect({ href: removeBandFromHref(location.href), replace: true })
  }
  return { me }
}

/**
 * Returns the account. A cached account is read again if it lacks the band of the page or its profile is incomplete; without a network it is
 * returned as it is.
 */
async function readMe(pathname: string, linkedBandId: string | null): Promise<Me> {
  const stored = queryClient.getQueryData(meQueryOptions.queryKey)
  if (!stored) return queryClient.fetchQuery(meQueryOptions)
  const bandIds = [readSelection().bandId, linkedBandId, /^\/bands\/([^/]+)/.exec(pathname)?.[1] ?? null]
  const isKnown = (bandId: string | null) => bandId === null || stored.bands.some((own) => own.bandId === bandId)
  if (stored.user.profileCompleted && bandIds.every(isKnown)) return stored
  return queryClient.fetchQuery(meQueryOptions).catch((error: unknown) => {
    if (error instanceof NetworkError) return stored
    throw error
  })
}

export function SignedInLayout() {
  const { data: me, error, isStale } = useMe()
  const { isLost } = useConnectionState()
  const hasEnded = error !== null && isSignedOutError(error)
  useRedirectToLogin(hasEnded)
  useEffect(() => {
    if (!me) return
    storeSessionHint(me.user)
    deleteDraftsOfOtherUsers(me.user.id)
    // A stored account may lack the band that was joined last, and that band must stay selected.
    if (!isStale) reconcileSelection(me.bands)
  }, [me, isStale])
  useEffect(redirectOnSignOutElsewhere, [])
  if (hasEnded || !me) return <LoadingScreen />
  return (
    <SavingDisabledReasonContext value={isLost ? noConnectionReason : null}>
      <Outlet />
      <UnsavedChangesGuard />
      <OfflineSupport />
    </SavingDisabledReasonContext>
  )
}

/** The error screen of the guard. A failed request means that the account could not be read; other errors are bugs or missing chunks. */
export function AuthErrorScreen(props: ErrorComponentProps) {
  const isFailedRequest = props.error instanceof ApiError || props.error instanceof NetworkError
  return isFailedRequest ? <ProfileFailureScreen /> : <ErrorScreen {...props} />
}

/** Opens /login when the session has ended while the page was open. */
function useRedirectToLogin(hasEnded: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!hasEnded) return
    endSessionLocally(router.latestLocation.href)
    // Loads a new document, which drops all data in memory.
    location.replace('/login')
  }, [hasEnded, router])
}
