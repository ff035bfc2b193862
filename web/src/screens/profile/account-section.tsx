import { Download, LogOut } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { downloadMyData } from '#api/account.ts'
import { signOut } from '#api/sign-out.ts'
import type { User } from '#api/me.ts'
import { messages } from '@gaffer/domain/messages'
import { formatUkMobile } from '@gaffer/domain/phone'
import { getErrorMessage } from '#lib/api-error.ts'
import { Button } from '#ui/button.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { ConnectedCalendars } from './connected-calendars.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { InviteFounder } from './invite-founder.tsx'
import { LinkedIdentities } from './linked-identities.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

/** A user whose profile `isNew`, not yet complete, can only sign out here. */
export function AccountSection({ user, isNew }: { user: User; isNew: boolean }) {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    setLeaving(true)
    void signOut().finally(() => setLeaving(false))
  }

  return (
    <div className="mt-10 grid grid-cols-1 gap-8 border-t border-hairline pt-8">
      {!isNew && (
        <>
          <Section title="Your other calendars">
            <ConnectedCalendars />
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
            <DownloadButton />
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

function DownloadButton() {
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      showToast({ title: 'Your data is saved', text: `Downloaded ${await downloadMyData()}` })
    } catch (error) {
      showFailure({ title: 'Your data could not be downloaded', text: getErrorMessage(error, messages.tryAgain) })
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
      Download my data
    </Button>
  )
}
