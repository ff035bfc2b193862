// The dialog that adds a ledger entry: an expense, a payment, income, or money into or out of the pot.

import { addDays, isRealDate } from '@gaffer/domain/shared/dates'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { useId, useRef, useState } from 'react'
import { DateFieldWithPicker } from '#features/events/event-form/date-field.tsx'
import { FileChooser } from '#features/files/file-chooser.tsx'
import { useSendFile } from '#features/files/queries.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useToday } from '#lib/use-now.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { penceToText } from './format-money.ts'
import { PoundsField, parsePounds } from './pounds-field.tsx'
import { makeReceiptsUploadTarget } from './queries.ts'

/** The kind of entry to add. A payment also has the person who pays or is paid, and the amount that the form suggests. */
export type EntryDraft =
  | { kind: 'expense' }
  | { kind: 'payment'; personId: string; displayName: string; pence: number }
  | { kind: 'income' }
  | { kind: 'pot' }

type PayingMember = { id: string; displayName: string }
type Props = {
  bandId: string
  draft: EntryDraft
  /** The members whom the user may choose as the payer of an expense. */
  members: readonly PayingMember[]
  ownId: string
  isOpen: boolean
  onClose: () => void
}

type FieldProblem = { field: 'amount' | 'date' | 'receipt'; text: string }

const dialogTitles = { expense: 'Add an expense', income: 'Money in', pot: 'The pot' }
const receiptTypes = 'image/jpeg,image/png,image/webp,application/pdf'

export function EntryDialog({ bandId, draft, members, ownId, isOpen, onClose }: Props) {
  const id = useId()
  const today = useToday()
  const amountInput = useRef<HTMLInputElement>(null)
  const dateInput = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(draft.kind === 'payment' ? penceToText(draft.pence) : '')
  const [date, setDate] = useState(today)
  const [note, setNote] = useState('')
  const [method, setMethod] = useState<'cash' | 'bank'>('bank')
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [payer, setPayer] = useState(ownId)
  const [receipt, setReceipt] = useState<{ file: File; isFromCamera: boolean } | null>(null)
  const [fieldProblem, setFieldProblem] = useState<FieldProblem | null>(null)
  // One entry id per dialog, so that a repeated press adds the entry once.
  const [entryId] = useState(generateEntryId)
  const [idempotencyKey] = useState(generateIdempotencyKey)
  const sendFile = useSendFile()
  const addEntry = useChange('POST /api/bands/:bandId/ledger', {
    changes: 'money',
    failure: { title: moneyMessages.entryNotAdded },
  })

  function chooseReceipt([file]: readonly File[], isFromCamera: boolean) {
    if (!file) return
    // Checked before the upload, because the dialog is closed by then and a refused receipt would also lose the expense.
    const isTooLarge = file.size > limits.receiptBytes
    setReceipt(isTooLarge ? null : { file, isFromCamera })
    setFieldProblem(isTooLarge ? { field: 'receipt', text: fileMessages.uploadTooLarge(limits.receiptBytes) } : null)
  }

  const isDirty = text !== (draft.kind === 'payment' ? penceToText(draft.pence) : '') || note !== '' || receipt !== null

  function findProblem(pence: number | undefined): FieldProblem | null {
    if (pence === undefined || pence === 0) return { field: 'amount', text: moneyMessages.amountRequired }
    if (!isRealDate(date)) return { field: 'date', text: messages.dateNotUnderstood }
    return date > today ? { field: 'date', text: moneyMessages.dateInFuture } : null
  }

  const errorOf = (field: FieldProblem['field']) => (fieldProblem?.field === field ? fieldProblem.text : undefined)

  /** Wraps the setter of a field, so that an edit also clears the error. */
  const clearProblemAfter = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFieldProblem(null)
  }

  async function saveEntry() {
    const pence = parsePounds(text)
    const newProblem = findProblem(pence)
    setFieldProblem(newProblem)
    if (newProblem) (newProblem.field === 'amount' ? amountInput : dateInput).current?.focus()
    if (newProblem || pence === undefined) return
    const body = {
      id: entryId,
      kind: draft.kind,
      pence,
      on: date,
      note,
      ...(draft.kind === 'payment' && { personId: draft.personId, method }),
      ...(draft.kind === 'pot' && { direction }),
      ...(draft.kind === 'expense' && { membershipId: payer }),
    }
    if (receipt) {
      // Sends the entry after its receipt, without waiting: the dialog closes, and the page shows the progress of the upload.
      const use = {
        endpoint: 'POST /api/bands/:bandId/ledger',
        params: { bandId },
        body,
        idempotencyKey,
        changes: 'money',
      } as const
      const toasts = { done: null, failed: moneyMessages.entryNotAdded }
      const { file, isFromCamera } = receipt
      sendFile(
        { bandId, purpose: 'receipt', target: makeReceiptsUploadTarget(bandId), file, use, toasts },
        isFromCamera,
      )
      return onClose()
    }
    if (!(await addEntry.send({ params: { bandId }, body, idempotencyKey }))) return
    showToast(
      draft.kind === 'payment' ? moneyMessages.paymentAdded(draft.displayName) : { title: moneyMessages.entryAdded },
    )
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={draft.kind === 'payment' ? `Pay ${draft.displayName}` : dialogTitles[draft.kind]}
      description={moneyMessages.moneyPurpose}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={addEntry.isPending}>
          {draft.kind === 'payment' ? 'Write down the payment' : 'Write it down'}
        </Button>
      }
    >
      <Form
        id={id}
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void saveEntry()
        }}
      >
        {draft.kind === 'pot' && (
          <SegmentedControl
            label="Direction"
            options={[
              { value: 'in', label: 'Into the pot' },
              { value: 'out', label: 'Out of the pot' },
            ]}
            value={direction}
            onChange={setDirection}
          />
        )}
        <PoundsField
          label="Pounds"
          ref={amountInput}
          value={text}
          error={errorOf('amount')}
          onChange={clearProblemAfter(setText)}
        />
        {draft.kind === 'payment' && (
          <SegmentedControl
            label="How it was paid"
            options={[
              { value: 'bank', label: 'Bank' },
              { value: 'cash', label: 'Cash' },
            ]}
            value={method}
            onChange={setMethod}
          />
        )}
        {draft.kind === 'expense' && members.length > 1 && (
          <Select
            label="Who paid"
            options={members.map((member) => ({ value: member.id, label: member.displayName }))}
            value={payer}
            onChange={setPayer}
          />
        )}
        <DateFieldWithPicker
          label="Date"
          bandId={bandId}
          today={today}
          earliest={addDays(today, -730)}
          inputRef={dateInput}
          error={errorOf('date')}
          value={date}
          onChange={clearProblemAfter(setDate)}
        />
        <TextField
          label="What for"
          isOptional
          autoComplete="off"
          maxLength={limits.ledgerNoteLength}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {draft.kind === 'expense' && (
          <div className="grid grid-cols-1 gap-2">
            <FileChooser
              label={receipt ? 'Another receipt' : 'Add the receipt'}
              accept={receiptTypes}
              hasCamera
              onChoose={chooseReceipt}
            />
            <output className="text-sm font-medium text-danger empty:hidden">{errorOf('receipt')}</output>
            {receipt && <p className="text-sm break-words text-muted">{receipt.file.name}</p>}
          </div>
        )}
      </Form>
    </Dialog>
  )
}

function generateEntryId(): string {
  return crypto.randomUUID()
}
