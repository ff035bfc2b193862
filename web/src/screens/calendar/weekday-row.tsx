// The heads of a grid of days: the days of the week, Monday first, short for the eye and long for the ear.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */

import { weekdays } from '@gaffer/domain/dates'

export function WeekdayRow() {
  return (
    <div role="row" className="grid grid-cols-7">
      {weekdays.map((name) => (
        <div
          key={name}
          role="columnheader"
          className="overflow-hidden py-1.5 text-center text-xs font-semibold whitespace-nowrap text-muted"
        >
          <span aria-hidden="true">{name.slice(0, 3)}</span>
          <span className="sr-only">{name}</span>
        </div>
      ))}
    </div>
  )
}
