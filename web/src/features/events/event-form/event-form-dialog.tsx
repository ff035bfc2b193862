// The dialog around the fields of an event. It asks before unsaved entries are lost, and stores them if the session ends.

import type { ReactNode, ComponentType } from 'react'
import { changedFormFields, useFormDraftSource } from '#lib/form-draft.tsx'
import { useNowMs } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { owningBandId } from '#features/events/queries.ts'
import { type EventFormInitialState, type EventFormProps, eventDraftKey } from './event-form-props.ts'
import type { EventEditing } from './use-event-form.ts'
import { findNoticeOfSave, type NoticeOfSaveInput, type WhoWillBeToldProps } from './notice-of-save.ts'

type Props = Pick<EventFormProps, 'isOpen' | 'membership' | 'WhoWillBeTold' | 'onClose'> & {
  title: string
  submitLabel: string
  editing: EventEditing
  /** What the stored draft contains besides the changed fields, such as the event and the dates of an option group. */
  subject: EventFormInitialState
  /** Whether there are unsaved entries outside the event's fields, such as the gig sheet. */
  hasOtherEntries?: boolean
  onSubmit: () => void
  /** Shown above the save button: why the last save failed. */
  failure?: ReactNode
  /** The dialogs with questions that a save opens. */
  questions: ReactNode
  children: ReactNode
}

export function EventFormDialog({
  isOpen,
  membership,
  WhoWillBeTold,
  onClose,
  title,
  submitLabel,
  editing: { id, form, fields, hasChanges },
  subject,
  hasOtherEntries = false,
  onSubmit,
  failure,
  questions,
  children,
}: Props) {
  const { isSubmitting, dirtyFields } = form.formState
  const { event } = subject
  const draft = useFormDraftSource(eventDraftKey(membership?.bandId ?? null), (): EventFormInitialState => ({
    ...subject,
    draft: changedFormFields(form),
  }))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      isDirty={() => hasChanges(hasOtherEntries)}
      draft={draft}
      footer={
        <div className="grid grid-cols-1 gap-3">
          {failure}
          <Button type="submit" form={id} isWide isBusy={isSubmitting}>
            {submitLabel}
          </Button>
        </div>
      }
    >
      <Form id={id} className="grid grid-cols-1 gap-4 short:gap-2" onSubmit={() => !isSubmitting && onSubmit()}>
        {children}
        {/* Not in the footer, which would cover half of the form on a small phone. */}
        <NoticeOfSaveLine
          Line={WhoWillBeTold}
          isOpen={isOpen}
          bandId={event ? owningBandId(event) : (membership?.bandId ?? null)}
          {...{ event, fields }}
          dirty={dirtyFields}
        />
      </Form>
      {questions}
    </Dialog>
  )
}

type NoticeOfSaveLineProps = Omit<NoticeOfSaveInput, 'nowMs'> & {
  Line: ComponentType<WhoWillBeToldProps>
  isOpen: boolean
  /** The band of the event; null for an entry of the member's own calendar, which makes no notice. */
  bandId: string | null
}

function NoticeOfSaveLine({ Line, isOpen, bandId, ...save }: NoticeOfSaveLineProps) {
  const nowMs = useNowMs()
  const notice = isOpen ? findNoticeOfSave({ ...save, nowMs }) : null
  return notice && bandId !== null && <Line bandId={bandId} {...notice} />
}
