// The signed-in member's answer to an event, with an optional comment.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { MessageSquarePlus, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAnswerActions } from './use-answer-actions.tsx'
import type { OwnMembership } from '#lib/me.ts'
import { eventName } from '#features/events/format-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useStoredText } from '#ui/use-stored-text.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { AnswerControl } from './answer-control.tsx'

type Props = { event: CalendarEntry; membership: OwnMembership; row: MemberAnswer }

export function OwnAnswer(props: Props) {
  return (
    <OfflineSavingProvider>
      <AnswerAndComment {...props} />
    </OfflineSavingProvider>
  )
}

function AnswerAndComment({ event, membership, row }: Props) {
  const { answerOwn, awayQuestion } = useAnswerActions(event, membership)
  /** The text that the comment form opens with; null while the form is closed. */
  const [commentDraft, setCommentDraft] = useState<string | null>(null)
  const commentButton = useRef<HTMLButtonElement>(null)
  const refusal = answerRefusalMessageFor(event, new Date(useNowMs()))
  const { answer, comment } = row
  return (
    <div className="grid grid-cols-1 gap-3">
      {row.isStale && refusal === null && (
        <p className="text-sm font-medium text-warn">{eventMessages.answerBeforeChange}</p>
      )}
      <AnswerControl
        label={`Your answer to ${eventName(event)}`}
        value={answer}
        disabledReason={refusal}
        onChoose={(next) => void answerOwn(next)}
      />
      {row.isStale && refusal === null && answer !== null && (
        <Button variant="secondary" size="sm" saves onClick={() => void answerOwn(answer)}>
          {answer === 'no' ? 'Still no' : "Yes, it's still right"}
        </Button>
      )}
      {answer !== null && refusal === null && commentDraft !== null && (
        <CommentForm
          comment={comment ?? ''}
          draft={commentDraft}
          onSave={async (text) => {
            flushSync(() => setCommentDraft(null))
            commentButton.current?.focus()
            if (!(await answerOwn(answer, text.trim() || null))) setCommentDraft(text)
          }}
        />
      )}
      {answer !== null && refusal === null && commentDraft === null && (
        <div className="-mx-4 flex flex-wrap items-center">
          <Button variant="quiet" size="sm" ref={commentButton} onClick={() => setCommentDraft(comment ?? '')}>
            {comment ? (
              <Pencil aria-hidden="true" className="size-4.5" />
            ) : (
              <MessageSquarePlus aria-hidden="true" className="size-4.5" />
            )}
            {comment ? 'Change comment' : 'Add a comment'}
          </Button>
          <Button variant="quiet" size="sm" saves onClick={() => void answerOwn(null)}>
            Withdraw
          </Button>
        </div>
      )}
      {awayQuestion}
    </div>
  )
}

type FormProps = { comment: string; draft: string; onSave: (comment: string) => Promise<void> }

function CommentForm({ comment, draft, onSave }: FormProps) {
  const [text, setText] = useStoredText(comment, draft)
  useUnsavedEntries({ isDirty: text.trim() !== comment })
  return (
    <Form className="flex flex-wrap items-end gap-2" onSubmit={() => void onSave(text)}>
      <TextField
        label="Comment"
        isOptional
        className="min-w-0 flex-1 basis-48"
        value={text}
        maxLength={limits.commentLength}
        ref={focusField}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">Save</Button>
    </Form>
  )
}

function focusField(field: HTMLInputElement | null) {
  field?.focus()
}
