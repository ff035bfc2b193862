// The form that writes a note. The draft is stored on this device until it is sent.

import type { Membership } from '@gaffer/domain/bands/member'
import { formatNoteSubject } from '@gaffer/domain/notes/note'
import { limits } from '@gaffer/domain/shared/limits'
import { ListChecks, Send } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.tsx'
import { createClientId } from '#lib/client-id.ts'
import { deleteFormDraft, readFormDraft, storeFormDraft } from '#lib/form-drafts.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { findMentionedIds } from './mentions.ts'
import { NoteField } from './note-field.tsx'
import { emptyPoll, toPollInput, type PollDraft } from './poll-draft.ts'
import { useWriteNote, type NoteThreadKey } from './queries.ts'

const PollFields = lazyPart(() => import('./poll-fields.tsx'), 'PollFields')

type Props = {
  thread: NoteThreadKey
  membershipId: string
  members: readonly Membership[]
  /** The second of the recording that the note is about; null for other notes. */
  atSeconds: number | null
}

type NoteDraft = { text: string; poll: PollDraft | null }
const emptyDraft: NoteDraft = { text: '', poll: null }

export function NoteComposer({ thread, membershipId, members, atSeconds }: Props) {
  const { user } = useMeOrThrow()
  const draftName = `note/${thread.bandId}/${formatNoteSubject(thread.about)}`
  const [draft, setDraft] = useState(() => readFormDraft<NoteDraft>(user.id, draftName) ?? emptyDraft)
  const [isChecked, setChecked] = useState(false)
  const writeNote = useWriteNote(thread, membershipId)
  const { text, poll } = draft

  useEffect(() => {
    if (draft.text === '' && draft.poll === null) deleteFormDraft(user.id, draftName)
    else storeFormDraft(user.id, draftName, draft)
  }, [draft, draftName, user.id])

  function changeDraft(changed: Partial<NoteDraft>) {
    setDraft({ ...draft, ...changed })
    setChecked(false)
  }

  async function sendNote() {
    const choices = poll && toPollInput(poll)
    if (text.trim() === '' || (poll && !choices)) {
      setChecked(true)
      return
    }
    const mentions = findMentionedIds(text, members).slice(0, limits.mentionsPerNote)
    changeDraft(emptyDraft)
    const sent = await writeNote.send({ id: createClientId(), text, atSeconds, mentions, poll: choices })
    // Puts a refused note back into the field, in front of the text that the member has typed since.
    if (!sent) setDraft((now) => ({ text: [text, now.text].filter(Boolean).join('\n'), poll: now.poll ?? poll }))
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2 bg-surface py-1 focus-within:sticky focus-within:bottom-0 focus-within:z-10"
      onSubmit={(event) => {
        event.preventDefault()
        void sendNote()
      }}
    >
      {poll && (
        <Suspense>
          <PollFields
            bandId={thread.bandId}
            poll={poll}
            isChecked={isChecked}
            onChange={(changed) => changeDraft({ poll: changed })}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-end justify-end gap-2">
        <div className="min-w-0 flex-1 basis-32">
          <NoteField
            label={poll ? 'Question' : 'Write a note'}
            {...(poll && { placeholder: 'Ask the band, @ names a member' })}
            text={text}
            members={members}
            isWrong={isChecked && text.trim() === ''}
            onChange={(typed) => changeDraft({ text: typed })}
          />
        </div>
        <IconButton
          label={poll ? 'Ask nothing' : 'Ask: add choices'}
          icon={<ListChecks aria-hidden="true" className="size-5" />}
          onClick={() => changeDraft({ poll: poll ? null : emptyPoll })}
        />
        <Button type="submit" size="narrow" aria-label="Send the note">
          <Send aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </form>
  )
}
