import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The service worker names the page to open when a notification was tapped while the app is open. */
export function useNavigateOnNotificationTap(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent<{ open?: string } | null>) => {
      if (data?.open) void router.navigate({ href: data.open })
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [router])
}
