// The line in the event form that names the recipients of the save's notice, and the members whom no notice reaches, with a text to send them.

import { listAskedDepIds } from '@gaffer/domain/deps/dep'
import { formatNoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { Bell, BellOff, Copy } from 'lucide-react'
import { useState } from 'react'
import type { WhoWillBeToldProps } from '#features/events/event-form/notice-of-save.ts'
import { composeRequestToTurnOn, type RequestToTurnOn } from '#features/events/request-to-turn-on-notices.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-field.tsx'

/** Renders nothing until the response has arrived, and so nothing without a network. */
export function WhoWillBeTold({ bandId, group, deps, askedDepsOf }: WhoWillBeToldProps) {
  const address = { params: { bandId }, query: { group } }
  // Not cached, because no change notification is sent when a member turns notices on.
  const { data } = useEndpoint('GET /api/bands/:bandId/notice-reach', address, { staleTime: 0 })
  const askedDeps = useAskedDeps(bandId, askedDepsOf)
  const recipients = data && askedDeps && { members: data.members, deps: [...deps, ...askedDeps] }
  const text = recipients ? formatNoticeRecipients(recipients) : null
  if (!recipients || text === null) return null
  const request = composeRequestToTurnOn(recipients)
  const Icon = request ? BellOff : Bell
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{text}</span>
      </p>
      {request && <AskToTurnOn {...request} />}
    </div>
  )
}

/** The names of the deps who were asked to play at the gig and may still say yes; undefined while they load, and empty if they cannot be read. */
function useAskedDeps(bandId: string, gigId: string | null): readonly string[] | undefined {
  const params = { bandId, eventId: gigId ?? '' }
  const requests = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/dep-requests',
    { params },
    { enabled: gigId !== null, select: listAskedDepIds },
  )
  const ids = requests.data ?? []
  const deps = useEndpoint('GET /api/bands/:bandId/deps', { params: { bandId } }, { enabled: ids.length > 0 })
  if (requests.isLoading || deps.isLoading) return undefined
  return ids.flatMap((id) => deps.data?.find((dep) => dep.id === id && !dep.doNotAsk)?.name ?? [])
}

/** The button that shares the text. Without clipboard access, a field shows the text to copy by hand. */
function AskToTurnOn({ label, text, share }: RequestToTurnOn) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <TextArea label={label} readOnly rows={3} value={text} />
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-2 max-w-full justify-self-start text-left"
      onClick={() => void share().then((isAllowed) => setShown(!isAllowed))}
    >
      <Copy aria-hidden="true" className="size-4.5 shrink-0" />
      {label}
    </Button>
  )
}
