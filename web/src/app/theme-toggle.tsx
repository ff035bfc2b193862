import { Moon, Sun } from 'lucide-react'
import { useTheme } from './theme.ts'

export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  const isDark = theme === 'dark'
  const Icon = isDark ? Sun : Moon
  return (
    <button
      type="button"
      onClick={toggle}
      className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left font-medium text-muted transition-colors hover:bg-lit hover:text-text"
    >
      <Icon aria-hidden="true" className="size-5" />
      {isDark ? 'Light theme' : 'Dark theme'}
    </button>
  )
}
