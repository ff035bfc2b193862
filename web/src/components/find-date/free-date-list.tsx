// The found dates, month by month.

import { dayInWords, formatMonth } from '@gaffer/domain/dates'
import type { DateAvailability } from '@gaffer/domain/free-dates'
import { clsx } from 'clsx'
import { Check, ChevronDown, ChevronUp, Circle, CircleCheckBig } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { formatFreeDate, formatSeveralMissingMembers } from './format-free-date.ts'

type Props = {
  dates: readonly DateAvailability[]
  chosen: readonly string[]
  onChoose: (date: DateAvailability) => void
}

export function FreeDateList({ dates, chosen, onChoose }: Props) {
  return [...byMonth(dates)].map(([month, ofMonth]) => (
    <section key={month} aria-label={formatMonth(`${month}-01`)}>
      <h3 className="sticky -top-1 z-10 bg-surface pt-3 pb-1 font-bold">{formatMonth(`${month}-01`)}</h3>
      <ul className="divide-y divide-hairline">
        {ofMonth.map((date) => (
          <Row key={date.date} date={date} isChosen={chosen.includes(date.date)} onChoose={() => onChoose(date)} />
        ))}
      </ul>
    </section>
  ))
}

function Row({ date, isChosen, onChoose }: { date: DateAvailability; isChosen: boolean; onChoose: () => void }) {
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const isFree = date.missing.length === 0
  const names = formatSeveralMissingMembers(date)
  const Mark = isChosen ? CircleCheckBig : Circle
  const Chevron = isExpanded ? ChevronUp : ChevronDown
  return (
    <li>
      <div className="flex items-center">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className={clsx(
            'flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 rounded-chip px-1 py-1 text-left hover:bg-lit',
            isChosen && 'font-semibold',
          )}
        >
          <Mark aria-hidden="true" className={clsx('size-5 shrink-0', isChosen ? 'text-accent' : 'text-faint')} />
          <span className="min-w-0">{dayInWords(date.date)}</span>
          <span
            className={clsx(
              'ml-auto flex min-w-0 items-center gap-1.5 text-sm break-words',
              isFree ? 'font-medium text-success' : 'text-muted',
            )}
          >
            {isFree && <Check aria-hidden="true" className="size-5 shrink-0" />}
            <span>
              {formatFreeDate(date)}
              {names.length > 0 && <span className="sr-only">: {names.join(', ')}</span>}
            </span>
          </span>
        </button>
        {names.length > 0 && (
          <IconButton
            label={`Who is missing on ${dayInWords(date.date)}`}
            aria-expanded={isExpanded}
            aria-controls={id}
            icon={<Chevron aria-hidden="true" className="size-5" />}
            onClick={() => setExpanded(!isExpanded)}
          />
        )}
      </div>
      {names.length > 0 && (
        <p id={id} hidden={!isExpanded} className="pb-2 pl-9 text-sm text-muted">
          {names.join(' · ')}
        </p>
      )}
    </li>
  )
}

function byMonth(dates: readonly DateAvailability[]): Map<string, DateAvailability[]> {
  const months = new Map<string, DateAvailability[]>()
  for (const date of dates) {
    const month = date.date.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), date])
  }
  return months
}
