export const feedMessages = {
  urlCopied: {
    title: 'Calendar URL copied',
    text: 'Paste this URL in your calendar app to subscribe to live updates',
  },
  urlNeedsSignIn: { title: 'Authentication required', text: 'Please sign in to get calendar URLs' },
  urlFailed: { title: 'Failed to get URLs', text: 'Failed to get calendar URLs. Please try again.' },
} as const
