// Hands a link to somebody else: the phone's share sheet, else the clipboard. Says which, so that a page can show a
// field to copy by hand when neither worked.

export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'refused'

export async function shareLink(link: { title: string; text: string; url: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share(link)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  return (await copyText(link.url)) ? 'copied' : 'refused'
}

/** False where the browser has no clipboard for us (plain http, refused permission). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
