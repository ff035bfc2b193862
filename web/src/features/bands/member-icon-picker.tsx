import { findColorName, type MemberIconChoice } from '@gaffer/domain/bands/member-icons'
import { useId } from 'react'
import { MemberIcon } from './avatars.tsx'
import { readableTextColorOn } from '@gaffer/domain/shared/readable-color'

type Props = {
  legend: string
  choices: readonly MemberIconChoice[]
  value: Pick<MemberIconChoice, 'icon' | 'color'>
  onChoose: (choice: MemberIconChoice) => void
}

export function MemberIconPicker({ legend, choices, value, onChoose }: Props) {
  const name = useId()
  const isChosen = (choice: MemberIconChoice) => choice.icon === value.icon && choice.color === value.color
  const chosen = choices.find(isChosen)
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {choices.map((choice) => (
          <label
            key={choice.label}
            className="flex min-h-24 cursor-pointer flex-col items-center justify-center gap-2 rounded-control border border-control bg-sunken light:bg-surface px-1 py-3 text-center text-xs font-medium transition-colors hover:bg-lit has-checked:border-text has-checked:bg-raised has-checked:outline-1 has-checked:outline-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={isChosen(choice)}
              readOnly
              // onChange does not fire for the selected icon, but a press on that icon may fill in an empty role.
              onClick={() => onChoose(choice)}
            />
            <span
              className="grid size-10 place-content-center rounded-control"
              style={{ backgroundColor: choice.color, color: readableTextColorOn(choice.color) }}
            >
              <MemberIcon icon={choice.icon} className="size-5" />
            </span>
            {choice.label}
          </label>
        ))}
      </div>
      <p className="mt-2.5 flex items-center gap-2 text-sm text-muted">
        <span
          aria-hidden="true"
          className="size-5 rounded-chip border border-control"
          style={{ backgroundColor: value.color }}
        />
        Colour: {[chosen?.label, findColorName(value.color) ?? 'your own'].filter(Boolean).join(', ')}
      </p>
    </fieldset>
  )
}
