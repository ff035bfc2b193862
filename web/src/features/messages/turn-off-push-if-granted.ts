/** Ends the push subscription of this browser. Call it before the session ends. Stops waiting for the server when `signal` aborts. */
export async function turnOffPushIfGranted(signal: AbortSignal): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  const { turnOffPush } = await import('./push.ts')
  const timeout = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([turnOffPush(signal), timeout])
}
