// What the codes mean that signing in with Google comes back with.

import { messages } from '@gaffer/domain/messages'

const sentences: Record<string, string> = {
  google_needs_phone: messages.googleNeedsPhone,
  google_not_configured: messages.googleNotConfigured,
}

export function sentenceOfSignInError(code: string): string {
  return sentences[code] ?? 'Signing in with Google did not work. Please try again, or use your phone.'
}
