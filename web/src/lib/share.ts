// Hands something to somebody else: the phone's share sheet, else the clipboard. Says which, so that a page can show a
// field to copy by hand when neither worked.

export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'refused'

export function shareLink(link: { title: string; text: string; url: string }): Promise<ShareOutcome> {
  return handOver(link, link.url)
}

export function shareText(words: { title: string; text: string }): Promise<ShareOutcome> {
  return handOver(words, words.text)
}

async function handOver(data: ShareData, toCopy: string): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  return (await copyText(toCopy)) ? 'copied' : 'refused'
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
