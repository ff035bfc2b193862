/** Ends the push subscription of this browser. Call it before the session ends. An abort of `signal` ends the wait for the server. */
export async function turnOffPushIfGranted(signal: AbortSignal): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const { turnOffPush } = await import('./push.ts')
  const timeout = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([turnOffPush(signal), timeout])
}
