// The dialogs that add and edit a typed chart: name, part and text, with a live preview.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { utf8Length } from '@gaffer/domain/charts/chart-text'
import { limits } from '@gaffer/domain/shared/limits'
import { useDeferredValue, useId, useState } from 'react'
import { createClientId } from '#lib/client-id.ts'
import type { MembershipKey } from '#lib/me.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { ChartNameFields } from './chart-name-dialog.tsx'
import { useAddTextChart, useChangeChart, type Chart } from './queries.ts'
import { TextChart, type ChartTextFormat } from './text-chart.tsx'

type Fields = { name: string; part: string; text: string; format: ChartTextFormat }

type NewProps = { song: { id: string; title: string }; membership: MembershipKey; onClose: () => void }

export function NewTextChartDialog({ song, membership, onClose }: NewProps) {
  const { send, isPending } = useAddTextChart(membership, song.id)
  const [id] = useState(() => createClientId())
  const newChartFields: Fields = { name: 'Words and chords', part: '', text: '', format: 'chordpro' }
  const save = async (fields: Fields) => {
    if (await send({ ...fields, id })) onClose()
  }
  return (
    <TextChartEditor
      {...{ before: newChartFields, save, onClose }}
      title={`New chart for ${song.title}`}
      isSaving={isPending}
      hasFormat
    />
  )
}

type EditProps = { chart: Chart; bandId: string; onClose: () => void }

export function EditTextChartDialog({ chart: newest, bandId, onClose }: EditProps) {
  const { send, isPending } = useChangeChart(bandId)
  // Keeps the version that the dialog opened with, so that the server detects a change by another member as an edit conflict.
  const [chart] = useState(newest)
  const [before] = useState<Fields>({
    name: chart.name,
    part: chart.part ?? '',
    text: chart.text ?? '',
    format: chart.format ?? 'plain',
  })
  const save = async ({ name, part, text }: Fields) => {
    const changes = {
      ...(name !== before.name && { name }),
      ...(part !== before.part && { part }),
      ...(text !== before.text && { text }),
    }
    if (await send({ chart, changes })) onClose()
  }
  return <TextChartEditor {...{ before, save, onClose }} title={chart.name} isSaving={isPending} hasFormat={false} />
}

type EditorProps = {
  title: string
  before: Fields
  /** Whether the format can be chosen. It cannot be changed for a stored chart. */
  hasFormat: boolean
  isSaving: boolean
  save: (fields: Fields) => Promise<void>
  onClose: () => void
}

const formatOptions = [
  { value: 'chordpro', label: 'Words and chords' },
  { value: 'plain', label: 'Plain text' },
] as const

function TextChartEditor({ title, before, hasFormat, isSaving, save, onClose }: EditorProps) {
  const id = useId()
  const [fields, setFields] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const preview = useDeferredValue(fields.text)
  const changeFields = (changes: Partial<Fields>) => setFields((last) => ({ ...last, ...changes }))
  const isDirty = (Object.keys(before) as (keyof Fields)[]).some((name) => fields[name] !== before[name])
  const nameError = fields.name.trim() === '' ? chartMessages.chartNameRequired : undefined
  const textError = findTextError(fields.text)

  async function submit() {
    setChecked(true)
    if (!nameError && !textError) await save(fields)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      isDirty={() => isDirty}
      height="tall"
      footer={
        <Button type="submit" form={id} isWide isBusy={isSaving}>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={submit}>
        <ChartNameFields fields={fields} onChange={changeFields} error={isChecked ? nameError : undefined} />
        {hasFormat && (
          <SegmentedControl
            label="Format"
            options={formatOptions}
            value={fields.format}
            onChange={(format) => changeFields({ format })}
          />
        )}
        <TextArea
          label="Chart"
          hint={fields.format === 'chordpro' ? chartMessages.chordProHint : chartMessages.plainTextHint}
          rows={10}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          className="[&_textarea]:font-mono [&_textarea]:leading-snug"
          value={fields.text}
          error={isChecked ? textError : undefined}
          onChange={({ target }) => changeFields({ text: target.value })}
        />
        {preview.trim() !== '' && (
          <section aria-label="Preview" className="rounded-control border border-hairline p-3">
            <TextChart text={preview} format={fields.format} />
          </section>
        )}
      </Form>
    </Dialog>
  )
}

function findTextError(text: string): string | undefined {
  if (text.trim() === '') return chartMessages.chartTextRequired
  return utf8Length(text) > limits.chartTextBytes ? chartMessages.chartTextTooLong : undefined
}
