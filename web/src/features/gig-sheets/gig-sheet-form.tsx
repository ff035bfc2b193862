// The dialog that edits a gig sheet.

import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { diffFields } from '#lib/merge-edits.ts'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { changedValues } from '#lib/changed-values.ts'
import { useFormDraftSource } from '#lib/form-draft.tsx'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { OfflineSavingProvider } from '#ui/offline-saving-provider.tsx'
import {
  formValuesFromGigSheet,
  gigSheetDraftKey,
  parseGigSheetForm,
  gigSheetConflictFields,
  type GigSheetFormInitialState,
  type GigSheetFormValues,
} from './gig-sheet-form-values.ts'
import { GigRunningTimesField } from './gig-running-times-field.tsx'
import { useGigSheetForm } from './use-gig-sheet-form.ts'

type Props = {
  isOpen: boolean
  subject: GigSheetFormInitialState
  eventKey: EventPathParams
  /** The event's name. */ name: string
  onClose: () => void
}

type TextName = {
  [Name in keyof GigSheetFormValues]: GigSheetFormValues[Name] extends string ? Name : never
}[keyof GigSheetFormValues]

export function GigSheetForm(props: Props) {
  return (
    <OfflineSavingProvider>
      <GigSheetDialog {...props} />
    </OfflineSavingProvider>
  )
}

function GigSheetDialog({ isOpen, subject, eventKey, name, onClose }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // Counts refused submits: each moves the focus to the first wrong field.
  const [refusals, setRefusals] = useState(0)
  const isSaved = useRef(false)
  const edit = useGigSheetForm({
    sheet: subject.sheet,
    unsaved: subject.fields,
    eventKey,
    name,
    onSaved: () => {
      isSaved.current = true
      onClose()
    },
  })
  const { fields, before, set, theirs } = edit
  const draft = useFormDraftSource(gigSheetDraftKey(eventKey.eventId), (): GigSheetFormInitialState => ({
    sheet: subject.sheet,
    fields: changedValues(before, fields),
  }))
  const errors = (refusals > 0 && parseGigSheetForm(fields).errors) || {}

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const text = (name: TextName, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Gig sheet"
      isDirty={() => edit.isDirty && !isSaved.current}
      draft={draft}
      footer={
        <Button type="submit" form={id} isWide isBusy={edit.isSaving}>
          Save
        </Button>
      }
    >
      <Form
        id={id}
        ref={form}
        onSubmit={() => {
          if (!edit.isSaving && !edit.save()) setRefusals(refusals + 1)
        }}
      >
        <GigRunningTimesField times={fields.times} errors={errors} onChange={(times) => set({ times })} />
        <TextArea
          label="Address"
          isOptional
          hint="As a sat nav needs it"
          rows={2}
          {...text('address', limits.addressLength)}
        />
        <Group label="Contact at the venue">
          <TextField label="Name" isOptional {...text('contactName', limits.nameLength)} />
          <TextField
            label="Phone"
            isOptional
            type="tel"
            inputMode="tel"
            {...text('contactPhone', limits.contactPhoneLength)}
          />
          <TextField
            label="Email"
            isOptional
            type="email"
            inputMode="email"
            {...text('contactEmail', limits.emailLength)}
          />
        </Group>
        <TextArea
          label="Getting there"
          isOptional
          hint="Parking, the door to load in by"
          {...text('gettingThere', limits.notesLength)}
        />
        <TextArea
          label="Gear"
          isOptional
          hint="What is there, and what the band brings"
          {...text('gear', limits.notesLength)}
        />
        <TextArea
          label="Hospitality"
          isOptional
          hint="Food, drinks, guest list"
          {...text('hospitality', limits.notesLength)}
        />
        <Group label="Money">
          <TextField label="Fee in pounds" isOptional inputMode="decimal" {...text('fee', 20)} />
          <TextField
            label="Fee note"
            isOptional
            hint="Cash, door split, expenses"
            {...text('feeNote', limits.placeLength)}
          />
          <Switch label="Paid" isOn={fields.feePaid} onChange={(feePaid) => set({ feePaid })} />
        </Group>
      </Form>
      {theirs && (
        <SheetConflict
          before={before}
          mine={fields}
          theirs={formValuesFromGigSheet(theirs.sheet)}
          changedBy={theirs.changedBy}
          isBusy={edit.isSaving}
          onKeepMine={() => edit.keepMine(theirs)}
          onKeepTheirs={() => {
            isSaved.current = true
            edit.forgetTheirs()
            onClose()
          }}
          onClose={edit.forgetTheirs}
        />
      )}
    </Dialog>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-card border border-hairline p-4 pt-2">
      <legend className="px-1 font-semibold">{label}</legend>
      {children}
    </fieldset>
  )
}

type ConflictProps = Record<'before' | 'mine' | 'theirs', GigSheetFormValues> & {
  changedBy: string | null
  isBusy: boolean
  onKeepMine: () => void
  onKeepTheirs: () => void
  onClose: () => void
}

function SheetConflict({ before, mine, theirs, changedBy, ...dialog }: ConflictProps) {
  const differences = diffFields(gigSheetConflictFields, { before, mine, theirs })
  const description = differences.length > 0 ? gigSheetMessages.gigSheetConflict : gigSheetMessages.gigSheetSameEdit
  return (
    <EditConflictDialog
      description={description(changedBy, messages.whileOpen)}
      differences={differences}
      {...dialog}
    />
  )
}
