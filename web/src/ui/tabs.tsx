// The tabs pattern of the WAI-ARIA APG. Without Radix Tabs, whose 8.4 kB would exceed the limit of /login (docs/decisions/018).

import { clsx } from 'clsx'
import { useId, type KeyboardEvent, type ReactNode } from 'react'

export type TabItem<Id extends string> = { id: Id; label: ReactNode; panel: ReactNode }

type Props<Id extends string> = {
  label: string
  tabs: readonly TabItem<Id>[]
  value: Id
  onChange: (id: Id) => void
}

export function Tabs<Id extends string>({ label, tabs, value, onChange }: Props<Id>) {
  const id = useId()
  const current = tabs.find((tab) => tab.id === value)

  function selectTabByKey(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === value)
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = to === undefined ? undefined : tabs.at(to)
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    document.getElementById(`${id}-${tab.id}`)?.focus()
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className={segmentGroupClassName}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            {...(tab.id === value && { 'aria-controls': `${id}-panel` })}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={selectTabByKey}
            className={clsx(
              segmentClassName,
              // Four tabs fit in one line on a phone if each is only as wide as its label needs.
              'max-sm:flex-auto max-sm:px-1',
              tab.id === value ? selectedSegmentClassName : 'border-transparent text-muted hover:text-text',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="pt-5">
        {current?.panel}
      </div>
    </div>
  )
}

export const segmentGroupClassName = 'flex flex-wrap gap-1 rounded-control border border-hairline bg-sunken p-1'
export const segmentClassName =
  'inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[7px] border px-1.5 text-sm font-semibold transition-colors'
/** Marks the chosen item in forced-colors mode, where the system sets the colours. */
export const forcedColorsSelectedClassName =
  'forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
/** Marks the label of a checked radio button in forced-colors mode. */
export const forcedColorsCheckedClassName =
  'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none'
export const selectedSegmentClassName = `border-control bg-raised text-text ${forcedColorsSelectedClassName}`
