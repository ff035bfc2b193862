/** A dot beside something that is not read yet. */
export function UnreadDot({ label }: { label: string }) {
  return (
    <span className="inline-block size-2.5 shrink-0 rounded-full bg-accent">
      <span className="sr-only">{label}</span>
    </span>
  )
}
