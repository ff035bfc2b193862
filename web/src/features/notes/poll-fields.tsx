import { limits } from '@gaffer/domain/shared/limits'
import { Plus } from 'lucide-react'
import { DateFieldWithPicker } from '#features/events/event-form/date-field.tsx'
import { useToday } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { findChoicesError, type PollDraft } from './poll-draft.ts'

type Props = { bandId: string; poll: PollDraft; isChecked: boolean; onChange: (poll: PollDraft) => void }

export function PollFields({ bandId, poll, isChecked, onChange }: Props) {
  const today = useToday()
  const { choices, allowsSeveral, closesOn } = poll
  const refusal = isChecked ? findChoicesError(poll) : null
  return (
    <fieldset className="grid grid-cols-1 gap-2 rounded-card border border-hairline p-3">
      <legend className="px-1 text-sm font-medium">Choices</legend>
      {choices.map((choice, at) => (
        <TextField
          // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end
          key={at}
          label={`Choice ${at + 1}`}
          isLabelHidden
          placeholder={`Choice ${at + 1}`}
          value={choice}
          maxLength={limits.choiceLength}
          onChange={({ target }) => onChange({ ...poll, choices: choices.with(at, target.value) })}
        />
      ))}
      {refusal !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {refusal}
        </p>
      )}
      {choices.length < limits.mostChoices && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange({ ...poll, choices: [...choices, ''] })}
        >
          <Plus aria-hidden="true" className="size-5" />
          Add a choice
        </Button>
      )}
      <Switch
        label="Several choices are possible"
        isOn={allowsSeveral}
        onChange={(isOn) => onChange({ ...poll, allowsSeveral: isOn })}
      />
      <DateFieldWithPicker
        bandId={bandId}
        earliest={today}
        inputRef={null}
        label="Closes after"
        isOptional
        value={closesOn}
        today={today}
        onChange={(date) => onChange({ ...poll, closesOn: date })}
      />
    </fieldset>
  )
}
