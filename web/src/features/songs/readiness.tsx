import { readinessLabels, readinessStatuses, type ReadinessStatus, type Song } from '@gaffer/domain/songs/song'
import { countVetoIcons } from '@gaffer/domain/songs/practice-order'
import { clsx } from 'clsx'
import { Circle, CircleCheckBig, Contrast, Ban, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { forcedColorsCheckedClassName } from '#ui/tabs.tsx'

const readinessIcons: Record<ReadinessStatus, LucideIcon> = { red: Circle, amber: Contrast, green: CircleCheckBig }

const readinessTextClassNames: Record<ReadinessStatus, string> = {
  red: 'text-danger',
  amber: 'text-warn',
  green: 'text-success',
}

/** The classes that set the CSS variable `--tone`, which `color-mix` uses. */
const readinessToneClassNames: Record<ReadinessStatus, string> = {
  red: '[--tone:var(--danger)]',
  amber: '[--tone:var(--warn)]',
  green: '[--tone:var(--success)]',
}

function ReadinessIcon({ status, className }: { status: ReadinessStatus; className?: string }) {
  const Icon = readinessIcons[status]
  const iconClassName = clsx('shrink-0', status === 'amber' && '[&>path]:fill-current', className ?? 'size-5')
  return <Icon aria-hidden="true" className={iconClassName} />
}

export function ReadinessLabel({ status, className }: { status: ReadinessStatus; className?: string }) {
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 font-semibold', readinessTextClassNames[status], className)}
    >
      <ReadinessIcon status={status} className="size-4.5" />
      {readinessLabels[status]}
    </span>
  )
}

type ButtonProps = {
  title: string
  status: ReadinessStatus
  onRaise: (status: ReadinessStatus) => void
  /** Called by a press on Ready, to open the choice of all statuses, so that an accidental tap does not lower the status. */
  onChoose: () => void
}

/** The button with the member's own readiness in a song's row. A press raises it by one step. */
export function ReadinessButton({ title, status, onRaise, onChoose }: ButtonProps) {
  const next = nextReadiness(status)
  return (
    <button
      type="button"
      aria-label={`Your readiness for ${title}: ${readinessLabels[status]}`}
      title={next ? `Press for ${readinessLabels[next]}` : 'Press to change'}
      onClick={() => (next ? onRaise(next) : onChoose())}
      className={clsx(
        'grid min-h-14 w-18 shrink-0 touch-manipulation place-content-center justify-items-center gap-0.5 self-center rounded-control border text-xs font-semibold transition-colors select-none aria-disabled:opacity-60 @max-[16rem]:w-full',
        'border-[color-mix(in_srgb,var(--tone)_40%,var(--surface))] bg-[color-mix(in_srgb,var(--tone)_8%,var(--surface))] active:bg-[color-mix(in_srgb,var(--tone)_20%,var(--surface))]',
        readinessTextClassNames[status],
        readinessToneClassNames[status],
      )}
    >
      <ReadinessIcon status={status} />
      <span className="whitespace-nowrap">{readinessLabels[status]}</span>
    </button>
  )
}

type ChoiceProps = { status: ReadinessStatus; onChange: (status: ReadinessStatus) => void }

/** The choice of a status: three radio buttons, so that one tap or an arrow key chooses. */
export function ReadinessChoice({ status, onChange }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Your readiness</legend>
      <div className="grid grid-cols-3 gap-2 @max-[16rem]:grid-cols-1">
        {readinessStatuses.map((one) => (
          <label
            key={one}
            className={clsx(
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-control border border-control px-1 py-1.5 text-center text-sm font-semibold transition-colors sm:min-h-12 sm:flex-row sm:gap-2',
              'has-checked:border-(--tone) has-checked:bg-[color-mix(in_srgb,var(--tone)_10%,var(--surface))] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              readinessToneClassNames[one],
              one === status ? readinessTextClassNames[one] : 'text-muted hover:text-text',
              forcedColorsCheckedClassName,
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === status}
              onChange={() => onChange(one)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <ReadinessIcon status={one} />
            {readinessLabels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type TallyProps = { song: Song; /** Undefined while the members load. */ memberIds: readonly string[] | undefined }

/** Shows how many members have each readiness, and the number of vetoes, in a song's row. */
export function ReadinessTally({ song, memberIds }: TallyProps) {
  const tally = countMembersByReadiness(song, memberIds)
  const words = [formatReadinessCounts(tally), formatVetoCount(song)].filter(Boolean).join('. ')
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-sm font-semibold tabular-nums md:flex-nowrap md:justify-end">
      <span className="sr-only">. {words}</span>
      {song.vetos.length > 0 && (
        <span className="flex gap-0.5 text-danger" data-tip={formatVetoCount(song)}>
          {Array.from({ length: countVetoIcons(song) }, (_, at) => (
            <Ban key={at} aria-hidden="true" className="size-4" />
          ))}
        </span>
      )}
      {readinessBestFirst
        .filter((status) => tally[status] > 0)
        .map((status) => (
          <span
            key={status}
            aria-hidden="true"
            className={clsx('flex items-center gap-1', readinessTextClassNames[status])}
          >
            <ReadinessIcon status={status} className="size-4" />
            {tally[status]}
          </span>
        ))}
    </span>
  )
}

type ReadinessCounts = Record<ReadinessStatus, number>

/** The statuses, best first. */
const readinessBestFirst = readinessStatuses.toReversed()

export function readinessOfMember({ readiness }: Pick<Song, 'readiness'>, membershipId: string): ReadinessStatus {
  return readiness.find((one) => one.membershipId === membershipId)?.status ?? 'red'
}

/**
 * Counts the members by their status for the song. A member without a status counts as not ready. While the members load (`memberIds` is
 * undefined), only members with a status are counted.
 */
export function countMembersByReadiness(
  song: Pick<Song, 'readiness'>,
  memberIds: readonly string[] | undefined,
): ReadinessCounts {
  const counts: ReadinessCounts = { red: 0, amber: 0, green: 0 }
  for (const id of memberIds ?? song.readiness.map(({ membershipId }) => membershipId))
    counts[readinessOfMember(song, id)]++
  return counts
}

/** The counts in words: "3 Ready, 1 Not Ready". */
export function formatReadinessCounts(counts: ReadinessCounts): string {
  return readinessBestFirst
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${readinessLabels[status]}`)
    .join(', ')
}

/** The next better status; undefined for Ready. */
export function nextReadiness(status: ReadinessStatus): ReadinessStatus | undefined {
  return readinessStatuses[readinessStatuses.indexOf(status) + 1]
}

/** The number of vetoes in words, "Vetoed by 2 members"; empty without vetoes. */
export function formatVetoCount({ vetos }: Pick<Song, 'vetos'>): string {
  if (vetos.length === 0) return ''
  return `Vetoed by ${vetos.length} ${vetos.length === 1 ? 'member' : 'members'}`
}
