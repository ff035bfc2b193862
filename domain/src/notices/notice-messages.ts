// Texts about notices for members. Not in messages.ts, which every page downloads.

export const noticeMessages = {
  everybodyAsked: 'Everybody is asked again',
  noticesNotMarked: 'Your notices were not marked as read',
  noticeSettingsNotSaved: 'Your notice settings were not saved',
  noticeEmailVerified: 'Your email address is verified',
  noticeEmailRemoved: 'Your email address is removed',
  noticeEmailNotRemoved: 'Your email address was not removed',
  textsExplained:
    'Texts are for events within 48 hours that are moved or cancelled, and only while none of your devices gets push messages.',
  pushOn: { title: 'Push messages are on', text: 'On this device, even while Gaffer is closed.' },
  pushOff: 'Push messages are off on this device',
  pushNotOn: {
    title: 'Push messages could not be turned on',
    text: 'The push service of your browser did not answer. Please try again later.',
  },
  pushNotOff: 'Push messages could not be turned off',
  pushOffer: {
    title: 'Shall Gaffer tell you on this device?',
    text: 'When a date moves, or the band asks whether you can make it.',
  },
  unreachable: (names: string, count: number) =>
    `${names} ${count === 1 ? 'has' : 'have'} no push and no email address`,
  askToTurnOn: (names: string) => `Ask ${names} to turn on notices`,
  requestToTurnOn: (names: string, url: string) =>
    `${names}, can you turn on notices in Gaffer? Then you hear when a date moves, or the band asks you: ${url}`,
  requestCopied: { title: 'Copied', text: 'Send it to them in any chat.' },
  emailOffer: {
    title: 'Shall Gaffer mail you what changes?',
    text: 'When a date moves, or the band asks whether you can make it. You choose what, and can stop it at any time.',
  },
  waitsToBeSent: 'It is sent when you are back online.',
  changeUndone: { title: 'Everything is as it was', text: 'No one is told.' },
  changeNotUndone: 'The change could not be undone',

  reachGroupUnknown: 'Choose the group asked or changes',
  unsubscribeUnclear: 'Press the button on the page to stop these mails',
  emailWait: 'Please wait before asking for another code',
  emailBounced: 'Mail to this address came back. Check the spelling, or use another address.',
  pushEndpointInvalid: 'That is not the address of a push service',
  pushKeysInvalid: 'The keys of this push subscription are not valid',
} as const
