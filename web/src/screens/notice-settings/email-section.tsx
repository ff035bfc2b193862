// The email address for notices, and its verification by a code.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { Mail, MailWarning } from 'lucide-react'
import { useId, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { type NoticeSettings } from '#features/notices/notice-settings.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { EmailCodeForm } from './email-code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { waySectionIds } from './way-section-ids.ts'

/** An address to which a code was sent. `sentAt` is in epoch ms; 0 after a reload. */
type Sent = { email: string; sentAt: number }

export function EmailSection({ settings }: { settings: NoticeSettings }) {
  const id = useId()
  const { email, emailVerified } = settings
  const [isChanging, setChanging] = useState(false)
  const [sent, setSent] = useState<Sent | null>(email !== null && !emailVerified ? { email, sentAt: 0 } : null)

  const noteSent = (address: string) => setSent({ email: address, sentAt: Date.now() })

  function close() {
    setSent(null)
    setChanging(false)
  }

  const isOpen = sent === null && (isChanging || email === null)
  return (
    <Card as="section" id={waySectionIds.email} aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        Email
      </h2>
      {sent && (
        <EmailCodeForm
          key={sent.email}
          sent={sent}
          onSent={noteSent}
          onVerified={close}
          onOther={() => {
            setSent(null)
            setChanging(true)
          }}
        />
      )}
      {isOpen && (
        <EmailForm onSent={noteSent} {...(isChanging && email !== null && emailVerified && { onCancel: close })} />
      )}
      {!sent && !isOpen && email !== null && (
        <StoredEmail email={email} problem={settings.emailProblem} onChange={() => setChanging(true)} />
      )}
    </Card>
  )
}

type StoredProps = { email: string; problem: string | null; onChange: () => void }

function StoredEmail({ email, problem, onChange }: StoredProps) {
  const [isAsked, setAsked] = useState(false)
  const { send: remove, isPending } = useChange('DELETE /api/me/email', {
    changes: 'notices',
    failure: { title: noticeMessages.noticeEmailNotRemoved },
    isDoneIfNotFound: true,
  })

  async function confirmRemoval() {
    if (await remove({})) showToast({ title: noticeMessages.noticeEmailRemoved })
    setAsked(false)
  }

  return (
    <div className="mt-3 grid grid-cols-1 gap-4">
      {problem && (
        <Banner tone="danger" icon={<MailWarning aria-hidden="true" className="size-5 shrink-0 text-danger" />}>
          {problem}
        </Banner>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Mail aria-hidden="true" className="size-6 shrink-0 text-faint" />
        <span className="min-w-0 font-semibold break-all">{email}</span>
        <Badge>Verified</Badge>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="narrow" saves onClick={onChange}>
          Change
        </Button>
        <Button variant="dangerQuiet" size="narrow" saves onClick={() => setAsked(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Remove ${email}?`}
        text="Gaffer sends you no more mails about your bands. The bell and push messages stay."
        confirmLabel="Remove"
        isBusy={isPending}
        onConfirm={() => void confirmRemoval()}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
