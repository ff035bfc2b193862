// A text that asks members whom no notice reaches to turn notices on. The user shares it, or copies it into any chat.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { listUnreachableMembers, type NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { routes } from '@gaffer/domain/routes'
import { joinNames, joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'
import { shareText } from '#lib/share.ts'
import { showToast } from '#ui/toast-store.ts'

/** `share` resolves to false if the browser refuses sharing and copying: the caller then shows `text` to copy by hand. */
export type RequestToTurnOn = { label: string; text: string; share: () => Promise<boolean> }

/** Makes the text; null if notices reach all members. */
export function composeRequestToTurnOn(recipients: NoticeRecipients): RequestToTurnOn | null {
  const unreachable = listUnreachableMembers(recipients)
  if (unreachable.length === 0) return null
  const names = unreachable.map(({ displayName }) => displayName)
  // Names all unreachable members, because the text may be posted in a chat of the whole band.
  const text = noticeMessages.requestToTurnOn(joinNames(names), `${location.origin}${routes['notice-settings'].path}`)
  const label = noticeMessages.askToTurnOn(joinNamesUpToLimit(names))
  return { label, text, share }

  async function share(): Promise<boolean> {
    const outcome = await shareText({ title: label, text })
    if (outcome === 'copied') showToast(noticeMessages.requestCopied)
    return outcome !== 'refused'
  }
}
