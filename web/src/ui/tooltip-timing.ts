// When the name of an icon comes up beside it: after a rest of the pointer, or at once while going from one to the next.

export const tipDelayMs = 700
/** So soon after one tip, the next does not keep anybody waiting. */
export const tipSkipMs = 300

/** `show` is told what to name; null for nothing. */
export function tipTiming<Anchor>(show: (anchor: Anchor | null) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let shown: Anchor | null = null
  let hiddenAt = -Infinity

  function reveal(anchor: Anchor) {
    clearTimeout(waiting)
    shown = anchor
    show(anchor)
  }

  return {
    enter(anchor: Anchor) {
      clearTimeout(waiting)
      if (shown !== null || performance.now() - hiddenAt < tipSkipMs) reveal(anchor)
      else waiting = setTimeout(reveal, tipDelayMs, anchor)
    },
    reveal,
    leave() {
      clearTimeout(waiting)
      if (shown === null) return
      shown = null
      hiddenAt = performance.now()
      show(null)
    },
  }
}
