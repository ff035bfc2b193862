import { noteMessages } from '@gaffer/domain/notes/note-messages'
import type { ReportKind } from '@gaffer/domain/notes/report'
import { limits } from '@gaffer/domain/shared/limits'
import { useId, useState } from 'react'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { bandId: string; kind: ReportKind; id: string; isOpen: boolean; onClose: () => void }

/** Reports a note, a chart or a recording of another member. */
export function ReportDialog({ bandId, kind, id, isOpen, onClose }: Props) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | undefined>()
  const reportContent = useChange('POST /api/bands/:bandId/reports', {
    changes: 'nothing',
    failure: { title: noteMessages.reportNotSent },
    input: () => ({ params: { bandId }, body: { kind, id, reason }, idempotencyKey: generateIdempotencyKey() }),
  })
  async function sendReport() {
    if (reason.trim() === '') {
      setError(noteMessages.reportReasonRequired)
      return
    }
    if (!(await reportContent.send())) return
    setReason('')
    onClose()
    showToast(noteMessages.reportSent)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isDirty={reason.trim() !== ''}
      title={`Report this ${kind}`}
      description="It is sent to the people who run this Gaffer, with your name. Nobody in the band is told."
      footer={
        <Button type="submit" form={formId} isWide isBusy={reportContent.isPending}>
          Send report
        </Button>
      }
    >
      <Form id={formId} onSubmit={sendReport}>
        <TextArea
          label="What is wrong with it?"
          value={reason}
          maxLength={limits.reportReasonLength}
          error={error}
          onChange={({ target }) => {
            setReason(target.value)
            setError(undefined)
          }}
        />
      </Form>
    </Dialog>
  )
}
