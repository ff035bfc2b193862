import { Button } from '#ui/button.tsx'

/** Opens the sheet for days away. */
export function AwayButton({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="secondary" size="sm" onClick={onPress}>
      I'm away
    </Button>
  )
}
