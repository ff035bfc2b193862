import { formatUkMobile } from '@gaffer/domain/shared/phone'
import { Link } from '@tanstack/react-router'
import { Bell, LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useMeOrThrow, type User } from '#lib/me.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { downloadMyData } from '#features/own-data/own-data.ts'
import { signOut } from '#features/sign-in/sign-out.ts'
import { DownloadButton } from '#lib/download-button.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { BusyCalendarList } from '#features/busy-calendars/busy-calendar-list.tsx'
import { DeleteAccount } from '#features/own-data/delete-account.tsx'
import { InviteFounder } from '#features/invitations/invite-founder.tsx'
import { LinkedIdentities } from '#features/sign-in/linked-identities.tsx'
import { SignedInDevices } from '#features/sign-in/signed-in-devices.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfilePage() {
  const { user, bands } = useMeOrThrow()
  const isEditing = user.profileCompleted
  const afterCreate = bands.length > 0 ? '/dashboard' : '/onboarding'
  const afterEdit = bands.length > 0 ? '/dashboard' : '/'

  return (
    <div className="max-w-xl">
      {isEditing ? (
        <PageHeading title="Your Profile" text="What your bands see of you." />
      ) : (
        <PageHeading title="Complete Your Profile" text="Your bandmates need to know who is who. It takes a minute." />
      )}
      <ProfileForm user={user} isEditing={isEditing} next={isEditing ? afterEdit : afterCreate} />
      <AccountSection user={user} isNew={!isEditing} />
    </div>
  )
}

/** The section of the account. If the profile `isNew` (not yet complete), it has only the sign-out button. */
function AccountSection({ user, isNew }: { user: User; isNew: boolean }) {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    setLeaving(true)
    void signOut().finally(() => setLeaving(false))
  }

  return (
    <div className="mt-10 grid grid-cols-1 gap-8 border-t border-hairline pt-8">
      {!isNew && (
        <>
          <Section title="Notices">
            <p className="text-muted">What reaches you by push, email and text, and your address for it.</p>
            <Link
              to="/profile/notices"
              className={`${buttonClassNameFor({ variant: 'secondary' })} justify-self-start max-sm:w-full`}
            >
              <Bell aria-hidden="true" className="size-5" />
              Notice settings
            </Link>
          </Section>
          <Section title="Your other calendars">
            <BusyCalendarList />
          </Section>
          <Section title="Signing in">
            <p className="text-muted">
              Your number is{' '}
              <strong className="font-semibold whitespace-nowrap text-text">{formatUkMobile(user.phone)}</strong>.{' '}
              {user.externalId && 'Google signs you in as well.'}
            </p>
            {user.externalId && <LinkedIdentities />}
          </Section>
          <Section title="Signed-in devices">
            <SignedInDevices />
          </Section>
          {user.platformAdmin && (
            <Section title="New bands">
              <InviteFounder />
            </Section>
          )}
          <Section title="Your data">
            <p className="text-muted">Everything Gaffer keeps about you, in one file.</p>
            <DownloadButton
              label="Download my data"
              download={downloadMyData}
              saved="Your data is saved"
              notSaved="Your data could not be downloaded"
            />
          </Section>
        </>
      )}
      <Section title="Leaving">
        <div className="grid gap-3 sm:flex">
          <Button variant="secondary" isBusy={isLeaving} onClick={leave}>
            <LogOut aria-hidden="true" className="size-5" />
            Sign Out
          </Button>
          {!isNew && <DeleteAccount />}
        </div>
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}
