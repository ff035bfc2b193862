import { limits } from '@gaffer/domain/shared/limits'
import { TextField } from '#ui/text-field.tsx'

type Fields = { name: string; part: string }

type Props = { fields: Fields; onChange: (changes: Partial<Fields>) => void; error: string | undefined }

export function ChartNameFields({ fields, onChange, error }: Props) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-3">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.chartNameLength}
        value={fields.name}
        error={error}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Part"
        hint="Such as Bass or Horns. Empty: for everybody."
        isOptional
        autoComplete="off"
        maxLength={limits.chartPartLength}
        value={fields.part}
        onChange={({ target }) => onChange({ part: target.value })}
      />
    </div>
  )
}
