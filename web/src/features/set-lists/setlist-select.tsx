// The select field for the set list of an event.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import type { ReactNode } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { QueryState } from '#lib/query-state.tsx'
import type { FieldProps } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = Pick<FieldProps, 'label' | 'isLabelHidden'> & {
  bandId: string
  /** The id of the chosen set list; null for none. */
  value: string | null
  placeholder?: string
  /** What to show instead if the band has no set lists. */
  empty?: ReactNode
  onChange: (setlistId: string | null) => void
}

const noneValue = 'none'

/** With `placeholder`, the field shows that text instead of "None" while no set list is chosen. */
export function SetlistSelect({ bandId, value, placeholder, empty, onChange, ...field }: Props) {
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  return (
    <QueryState
      query={setlists}
      fallback={setlistMessages.setlistsNotRead}
      isInline
      loading={<Skeleton className="h-12" />}
      empty={empty ?? null}
    >
      {(all) => (
        <Select
          {...field}
          options={[
            ...(placeholder && value === null ? [] : [{ value: noneValue, label: 'None' }]),
            ...all.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={value ?? (placeholder ? '' : noneValue)}
          {...(placeholder && { placeholder })}
          onChange={(chosen) => onChange(chosen === noneValue ? null : chosen)}
        />
      )}
    </QueryState>
  )
}
