// The menus of an answer to one date of an option group: withdraw it, comment on it, or as an admin answer for another member.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { answerLabels } from '@gaffer/domain/events/event-labels'
import type { BandEvent } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { EllipsisVertical, MessageSquarePlus, Undo2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { AnswerMenu } from '#features/answers/answer-menu.tsx'
import { useAnswerActions } from '#features/answers/use-answer-actions.tsx'
import type { OwnMembership } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { TextField } from '#ui/text-field.tsx'
import { OptionMark } from './option-mark.tsx'

type Props = { event: BandEvent; membership: OwnMembership; row: MemberAnswer }

/** The menu that sets another member's answer. Its button is the mark of the present answer. */
export function AnswerForMemberMenu({ event, membership, row }: Props) {
  const { answerForMember } = useAnswerActions(event, membership)
  const answerText = row.answer ? answerLabels[row.answer] : row.isAway ? 'away' : 'no answer'
  return (
    <AnswerMenu
      answer={row.answer}
      onAnswer={(answer) => void answerForMember(row, answer)}
      trigger={
        <button
          type="button"
          aria-label={`Answer for ${row.displayName}, ${shortDateAndTime(event)}: ${answerText}`}
          className="inline-grid min-h-11 min-w-11 place-content-center rounded-control transition-colors hover:bg-lit"
        >
          <OptionMark row={row} />
        </button>
      }
    />
  )
}

/** The menu that withdraws or comments on the member's own answer; an empty box while there is no answer. */
export function OwnAnswerMenu({ event, membership, row }: Props) {
  const { answerOwn, awayQuestion } = useAnswerActions(event, membership)
  const [isWriting, setWriting] = useState(false)
  const { answer, comment } = row
  // The box has the height of the menu button, so that the row does not grow once the date is answered.
  if (answer === null) return <div className="h-11" />
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`More for ${shortDateAndTime(event)}`}
            icon={<EllipsisVertical aria-hidden="true" className="size-5" />}
          />
        }
      >
        <MenuItem
          icon={<MessageSquarePlus aria-hidden="true" className="size-5 shrink-0" />}
          onSelect={() => setWriting(true)}
        >
          {comment ? 'Change comment' : 'Add a comment'}
        </MenuItem>
        <MenuItem icon={<Undo2 aria-hidden="true" className="size-5 shrink-0" />} onSelect={() => void answerOwn(null)}>
          Withdraw answer
        </MenuItem>
      </Menu>
      {isWriting && (
        <CommentDialog
          title={shortDateAndTime(event)}
          comment={comment ?? ''}
          onSave={(text) => answerOwn(answer, text)}
          onClose={() => setWriting(false)}
        />
      )}
      {awayQuestion}
    </>
  )
}

type DialogProps = {
  title: string
  comment: string
  onSave: (comment: string | null) => Promise<boolean>
  onClose: () => void
}

function CommentDialog({ title, comment, onSave, onClose }: DialogProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(comment)
  const [isSaving, setSaving] = useState(false)

  async function saveComment() {
    setSaving(true)
    const isSaved = await onSave(text.trim() || null)
    setSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      firstFocus={field}
      isDirty={() => text.trim() !== comment}
      footer={
        <Button type="submit" form={id} isWide isBusy={isSaving}>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={saveComment}>
        <TextField
          label="Comment"
          isOptional
          ref={field}
          value={text}
          maxLength={limits.commentLength}
          onChange={({ target }) => setText(target.value)}
        />
      </Form>
    </Dialog>
  )
}
