// FLIP animation: start offsets of rows after a reorder. Tops in pixels from the top of the viewport.

type Places = ReadonlyMap<string, number>

/** Maximum start offset in pixels: rows from farther away start nearby, on the same side. */
const farthest = 240

/**
 * How far to scroll so that the touched row stays where it is (without one, most of the rows in sight), and then how far
 * from its new place each row in sight starts out.
 */
export function flipOffsets(
  before: Places,
  after: Places,
  { height, touched }: { height: number; touched: string | null },
): { shift: number; moves: Map<string, number> } {
  const isInSight = (top: number | undefined) => top !== undefined && top > -farthest && top < height
  const moved = (id: string) => (after.get(id) ?? 0) - (before.get(id) ?? 0)
  const inSight = [...after.keys()].filter((id) => isInSight(before.get(id)))
  const shift =
    touched !== null && inSight.includes(touched) ? moved(touched) : (middle(inSight.map((id) => moved(id))) ?? 0)

  const moves = new Map<string, number>()
  for (const [id, top] of after) {
    const was = before.get(id)
    const will = top - shift
    if (was === undefined || was === will || !(isInSight(was) || isInSight(will))) continue
    moves.set(id, Math.max(-farthest, Math.min(farthest, was - will)))
  }
  return { shift, moves }
}

function middle(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
