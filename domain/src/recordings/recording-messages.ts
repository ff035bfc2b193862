import { limits } from '@gaffer/domain/shared/limits'

export const recordingMessages = {
  notRead: 'The recordings could not be read',
  noneYet: 'No recordings yet',
  howToRecord: 'Record a practice on its page, or upload an m4a, mp3, ogg, webm, wav or flac file.',
  keptUnless: `A recording is deleted after ${limits.recordingDays} days unless a member presses Keep.`,
  nameRequired: 'Please give the recording a name',
  agreementNeeded:
    'Before the first recording of a band, say that everybody who can be heard has agreed to being recorded',
  agreementTitle: 'Has everybody agreed?',
  agreementText:
    'This is the first recording of the band. Please confirm that everybody who can be heard has agreed to being recorded. You are asked once.',
  unsupportedFile: 'A recording can be an m4a, mp3, ogg, webm, wav or flac file. Export it as one of these first.',
  filmRefused: 'That is a film. Save its sound on its own as m4a or mp3, then upload that.',
  recordingsFull: `A band can have up to ${limits.recordingsPerBand} recordings. Delete some first.`,
  marksFull: `A recording can have up to ${limits.marksPerRecording} marks. Delete some first.`,
  notYours: 'Only the member who added the recording, admins and owners can do that',
  secondsWrong: `Give the place in the recording in seconds, up to ${limits.recordingSeconds / 3600} hours`,
  songUnknown: 'That song is not on the practice list',
  eventUnknown: 'That event is not in this band',
  keepOnPhone: 'Keep on this phone',
  removeFromPhone: 'Remove from this phone',
  isOnPhone: 'on this phone',
  notKeptOnPhone: 'The recording is not on this phone',
  notKeptReasons: {
    'no room': `A phone keeps up to ${limits.keptFileBytes / limits.megabyte} MB of charts and recordings. Remove another recording from it first.`,
    'browser full': 'The browser has no room left on this phone',
    'not read': 'It could not be downloaded. Check your signal and try again.',
  },
  leftTakes: {
    title: 'You recorded for a band that you are no longer in',
    text: (names: string) => `Only on this device, and cannot be sent any more: ${names}.`,
  },
  recordingRestored: (name: string) => `${name} restored`,
  takesNotRestored: (names: string) => `${names}: not sent, and cannot be restored.`,
  hidden: 'Hidden by the people who run this Gaffer',
} as const
