type Props = {
  label: string
  /** Null while the total is unknown. */
  total: number | null
  done: number
}

// WebKit and Firefox have pseudo-elements of their own for the parts of a progress bar.
const trackClassName = 'appearance-none border border-control bg-sunken [&::-webkit-progress-bar]:bg-sunken'
const barClassName =
  '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent forced-colors:[&::-webkit-progress-value]:bg-[Highlight] forced-colors:[&::-moz-progress-bar]:bg-[Highlight]'

export function ProgressBar({ label, total, done }: Props) {
  return (
    <progress
      aria-label={label}
      {...(total !== null && { max: total || 1, value: done })}
      className={`h-3 w-full overflow-hidden rounded-full ${trackClassName} ${barClassName} indeterminate:animate-breathe`}
    />
  )
}
