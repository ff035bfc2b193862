// Who would be told of a change, before it is saved. Members whom nothing reaches are named, with a text that asks them to turn on notices.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { formatNoticeRecipients, listUnreachableMembers } from '@gaffer/domain/notices/notice-recipients'
import { routes } from '@gaffer/domain/routes'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'
import { Bell, BellOff, Copy } from 'lucide-react'
import { useState } from 'react'
import type { WhoWillBeToldProps } from '#features/events/event-form/told-of-save.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { shareText } from '#lib/share.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'

/** Shows nothing until the server has answered, and without a network. */
export function WhoWillBeTold({ bandId, group, deps }: WhoWillBeToldProps) {
  const address = { params: { bandId }, query: { group } }
  // Members turn notices on without a change message.
  const { data } = useEndpoint('GET /api/bands/:bandId/notice-reach', address, { staleTime: 0 })
  const recipients = data && { members: data.members, deps: [...deps] }
  const text = recipients ? formatNoticeRecipients(recipients) : null
  if (!recipients || text === null) return null
  const unreachable = listUnreachableMembers(recipients)
  const Icon = unreachable.length > 0 ? BellOff : Bell
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{text}</span>
      </p>
      {unreachable.length > 0 && (
        <AskToTurnOn names={joinNamesUpToLimit(unreachable.map(({ displayName }) => displayName))} />
      )}
    </div>
  )
}

/** Shares or copies the text. Without clipboard access, a field shows it to copy by hand. */
function AskToTurnOn({ names }: { names: string }) {
  const [isShown, setShown] = useState(false)
  const text = noticeMessages.requestToTurnOn(names, `${location.origin}${routes['notice-settings'].path}`)
  const label = noticeMessages.askToTurnOn(names)

  async function share() {
    const outcome = await shareText({ title: label, text })
    if (outcome === 'copied') showToast(noticeMessages.requestCopied)
    if (outcome === 'refused') setShown(true)
  }

  if (isShown) return <TextArea label={label} readOnly rows={3} value={text} />
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-2 max-w-full justify-self-start text-left"
      onClick={() => void share()}
    >
      <Copy aria-hidden="true" className="size-4.5 shrink-0" />
      {label}
    </Button>
  )
}
