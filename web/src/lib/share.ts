// Shares by the Web Share API on touch devices, else copies to the clipboard. When both fail, the caller shows a field to copy from.

export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'refused'

export function shareLink(link: { title: string; text: string; url: string }): Promise<ShareOutcome> {
  return shareOrCopy(link, link.url)
}

export function shareText(content: { title: string; text: string }): Promise<ShareOutcome> {
  return shareOrCopy(content, content.text)
}

async function shareOrCopy(data: ShareData, copiedText: string): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share(data)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  return (await copyText(copiedText)) ? 'copied' : 'refused'
}

/** Copies a text to the clipboard. Resolves to false without clipboard access (plain HTTP, or permission refused). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
