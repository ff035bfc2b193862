import { Plus } from 'lucide-react'
import { FloatingButton } from '#ui/floating-button.tsx'

export function AddButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <FloatingButton
      label={label}
      icon={<Plus aria-hidden="true" className="size-7" />}
      onClick={onPress}
      className="transition-transform hover:scale-105 xl:right-8 xl:bottom-8"
    />
  )
}
