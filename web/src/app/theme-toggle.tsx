import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { storageKeys, writeStored } from '#lib/browser-storage.ts'
import { readChosenTheme, subscribeToTheme, type Theme } from './theme.ts'

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

function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribeToTheme, readChosenTheme)
  const toggle = () => {
    writeStored('theme', theme === 'dark' ? 'light' : 'dark')
    // The browser sends this event to the other tabs only.
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
  }
  return [theme, toggle]
}
