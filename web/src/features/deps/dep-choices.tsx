// Chooses deps from the dep book, and the order in which they are asked.

import { limits } from '@gaffer/domain/shared/limits'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Dep } from './queries.ts'
import {
  reorderRowClassNameFor,
  ReorderHandle,
  ReorderHint,
  moveRow,
  formatListPosition,
  useReorder,
} from '#ui/reorder.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { SearchField } from '#ui/search-field.tsx'

/** Up to this number of deps, the list has no search field. */
const maxDepsWithoutSearch = 8

type Props = {
  deps: readonly Dep[]
  /** The ids of the chosen deps, in the order in which they are asked. */
  chosen: readonly string[]
  /** The ids of deps who play at the gig, or whom an open request has asked or will ask. They can't be chosen. */
  requestedDepIds: ReadonlySet<string>
  isOrdered: boolean
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

export function DepChoices({ deps, chosen, requestedDepIds, isOrdered, error, onChange }: Props) {
  const id = useId()
  const [searchText, setSearchText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const depsById = new Map(deps.map((dep) => [dep.id, dep]))
  const isFull = chosen.length >= limits.depsPerRequest
  const matchingDeps = deps.filter(
    ({ id: depId, name, instrument }) =>
      !chosen.includes(depId) && `${name} ${instrument}`.toLowerCase().includes(searchText.trim().toLowerCase()),
  )

  function addDep({ id: depId, name }: Dep) {
    onChange([...chosen, depId])
    setAnnouncement(`${name} chosen, place ${chosen.length + 1}`)
  }

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 text-sm font-medium">
        Who to ask{isOrdered && chosen.length > 1 && ', in this order'}
      </legend>
      {chosen.length > 0 && (
        <ChosenDeps
          chosen={chosen.flatMap((depId) => depsById.get(depId) ?? [])}
          isOrdered={isOrdered}
          onChange={onChange}
          onAnnounce={setAnnouncement}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {deps.length > maxDepsWithoutSearch && (
        <SearchField
          label="Search the dep book"
          placeholder="Name or instrument"
          value={searchText}
          onChange={setSearchText}
        />
      )}
      {isFull && <p className="text-sm font-medium text-warn">{depMessages.tooManyDeps}</p>}
      <ul aria-label="Dep book" className="grid grid-cols-1">
        {matchingDeps.map((dep) => {
          const refusal = dep.doNotAsk
            ? 'Does not want to be asked'
            : requestedDepIds.has(dep.id)
              ? 'On the list already'
              : null
          return (
            <li key={dep.id}>
              <button
                type="button"
                disabled={refusal !== null || isFull}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget)
                  addDep(dep)
                }}
                className="flex min-h-14 w-full items-center gap-3 border-b border-hairline py-2 text-left transition-colors enabled:hover:bg-lit"
              >
                <Plus aria-hidden="true" className={clsx('size-5 shrink-0', refusal ? 'opacity-0' : 'text-accent')} />
                <NameAndNote dep={dep} isFaint={refusal !== null} />
                {refusal && <span className="max-w-1/2 text-right text-sm text-muted">{refusal}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      <LiveRegionText text={announcement} className="sr-only" />
    </fieldset>
  )
}

/** Moves the focus to a neighbouring row before the row of the button is removed. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('button:enabled:last-of-type')?.focus()
}

function NameAndNote({ dep: { name, instrument, note }, isFaint = false }: { dep: Dep; isFaint?: boolean }) {
  return (
    <span className="min-w-0 flex-1">
      <span className={clsx('block font-semibold break-words', isFaint && 'text-muted')}>{name}</span>
      <span className="block text-sm break-words text-muted">{[instrument, note].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

type ChosenProps = {
  chosen: readonly Dep[]
  isOrdered: boolean
  onChange: (chosen: string[]) => void
  onAnnounce: (text: string) => void
}

function ChosenDeps({ chosen, isOrdered, onChange, onAnnounce }: ChosenProps) {
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  const { listProps, transformOf, isDragged } = useReorder({ list, count: chosen.length, onMove: moveDep })
  const ids = chosen.map(({ id }) => id)

  function moveDep(from: number, to: number) {
    onChange(moveRow(ids, from, to))
    onAnnounce(formatListPosition(chosen[from]?.name ?? '', to, chosen.length))
  }

  return (
    <>
      <ol
        ref={list}
        {...listProps}
        aria-label="To ask"
        className="grid grid-cols-1 rounded-control border border-control"
      >
        {chosen.map((dep, index) => (
          <li
            key={dep.id}
            style={{ transform: transformOf(index) }}
            className={clsx(
              'flex min-h-14 items-center gap-2 bg-surface py-1 pr-1 first:rounded-t-control last:rounded-b-control not-last:border-b not-last:border-hairline',
              !isOrdered && 'pl-3',
              reorderRowClassNameFor(isDragged(index)),
            )}
          >
            {isOrdered && (
              <>
                <ReorderHandle title={dep.name} hintId={hintId} />
                <span className="w-4 shrink-0 text-right text-sm text-faint tabular-nums">{index + 1}</span>
              </>
            )}
            <NameAndNote dep={dep} />
            <IconButton
              label={`Leave out ${dep.name}`}
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={(event) => {
                focusNeighbour(event.currentTarget)
                onChange(ids.filter((id) => id !== dep.id))
                onAnnounce(`${dep.name} left out`)
              }}
            />
          </li>
        ))}
      </ol>
      <ReorderHint id={hintId} />
    </>
  )
}
