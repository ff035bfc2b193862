// The list of found dates, in groups, the best group first.

import { dayInWords } from '@gaffer/domain/shared/dates'
import { freeDateGroups, groupOfFreeDate, type DateAvailability } from '@gaffer/domain/free-dates/free-dates'
import { freeDateMessages } from '@gaffer/domain/free-dates/free-date-messages'
import { clsx } from 'clsx'
import { Check, ChevronDown, ChevronUp, Circle, CircleCheckBig } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { formatFreeDate, formatFreeDateDetails, type NamedMembers } from './format-free-date.ts'

type Props = {
  dates: readonly DateAvailability[]
  named: NamedMembers
  chosen: readonly string[]
  onChoose: (date: DateAvailability) => void
}

export function FreeDateList({ dates, named, chosen, onChoose }: Props) {
  return freeDateGroups.map((group) => {
    const groupDates = dates.filter((date) => groupOfFreeDate(date) === group)
    if (groupDates.length === 0) return null
    return (
      <section key={group} aria-label={freeDateMessages.freeDateGroups[group]}>
        <h3 className="sticky -top-1 z-10 bg-surface pt-3 pb-1 font-bold">{freeDateMessages.freeDateGroups[group]}</h3>
        <ul className="divide-y divide-hairline">
          {groupDates.map((date) => (
            <FreeDateRow
              key={date.date}
              date={date}
              named={named}
              isChosen={chosen.includes(date.date)}
              onChoose={() => onChoose(date)}
            />
          ))}
        </ul>
      </section>
    )
  })
}

type RowProps = Pick<Props, 'named'> & { date: DateAvailability; isChosen: boolean; onChoose: () => void }

function FreeDateRow({ date, named, isChosen, onChoose }: RowProps) {
  const id = useId()
  const [isExpanded, setExpanded] = useState(false)
  const isFree = groupOfFreeDate(date) === 'free'
  const details = formatFreeDateDetails(date, named)
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
            'flex min-h-12 min-w-0 flex-1 items-center gap-x-3 rounded-chip px-1 py-1 text-left hover:bg-lit',
            isChosen && 'font-semibold',
          )}
        >
          <Mark aria-hidden="true" className={clsx('size-5 shrink-0', isChosen ? 'text-accent' : 'text-faint')} />
          {/* Details that do not fit beside the date wrap below it. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0">{dayInWords(date.date)}</span>
            <span
              className={clsx(
                'flex min-w-0 items-center gap-1.5 text-sm break-words',
                isFree ? 'font-medium text-success' : 'text-muted',
              )}
            >
              {isFree && <Check aria-hidden="true" className="size-5 shrink-0" />}
              <span>
                {formatFreeDate(date, named)}
                {details.length > 0 && <span className="sr-only">: {details.join(', ')}</span>}
              </span>
            </span>
          </span>
        </button>
        {details.length > 0 && (
          <IconButton
            label={`Who is missing on ${dayInWords(date.date)}`}
            aria-expanded={isExpanded}
            aria-controls={id}
            icon={<Chevron aria-hidden="true" className="size-5" />}
            onClick={() => setExpanded(!isExpanded)}
          />
        )}
      </div>
      {details.length > 0 && (
        <p id={id} hidden={!isExpanded} className="pb-2 pl-9 text-sm text-muted">
          {details.join(' · ')}
        </p>
      )}
    </li>
  )
}
