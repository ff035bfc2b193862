// Texts about band files: export and import of a whole band.

import { limits } from '@gaffer/domain/shared/limits'

const megabytes = limits.bandFileBytes / 1024 / 1024

export const bandFileMessages = {
  bandExportNotAllowed: 'Only an owner can download the whole band',
  bandFileUnknown: 'This is not a band file from Gaffer',
  bandFileVersion: 'This file is from another version of Gaffer, which this one cannot read',
  bandFileTooLarge: `A band file can have ${megabytes} MB at most`,
  bandFileUnreadable: 'This file cannot be read. Choose the file that Gaffer downloaded.',
  bandFileReference: 'This refers to something that is not in the file',
  bandFileTwice: 'This is in the file twice',
  bandFileMembersTooMany: `A band file can have ${limits.membersInBandFile} members at most`,
  bandFilePicturesTooMany: `A band file can have ${limits.membersInBandFile + 1} pictures at most`,
  bandFilePicture: 'A picture must be in the file itself',
  bandFileOption: 'An option needs its enquiry, its number and their count',
  bandFileEditedByHand: 'Only an event of a series can be edited by hand',
  bandFileHistoryTooLong: `An event in a band file can have ${limits.changesInBandFile} changes at most`,
  bandFileDepAnswer: 'An answer from a dep needs the time when they were asked and the time when they answered',
  bandFileLift: 'A driver needs seats, a rider needs a driver, and others have neither',
  bandFileChartsTooMany: `A band file can have ${limits.songsPerBand * limits.chartsPerSong} charts at most`,
  bandFileChartText: 'A text chart needs its text, and others have none',
  bandFileReversal: 'A reversal needs the line that it reverses, and only a reversal has one',
  bandFileTotals: 'The lines of the ledger do not add up to the totals of the file',
  bandFileNoSuchMember: 'Choose a member who is in the file',
  zipSaved: 'Everything is saved',
  zipNotSaved: 'The band’s files could not be downloaded',
  zipUnreadable: 'This zip is damaged or incomplete. Download it from Gaffer again.',
  zipForeign: 'This is not a zip from Gaffer',
  zipChanged: 'Something in this zip was changed after it was downloaded. Download it from Gaffer again.',
  zipUnsafe: 'This zip has names or contents that Gaffer does not open',
  zipTooLarge: 'This zip has more in it than a band may store here',
  zipFileRefused: (path: string) => `${path} in this zip is not a file that Gaffer stores`,
  zipPlace: (path: string, message: string) => `In band.json at ${path}: ${message}`,
  zipLoading: 'Loading the band. This can take a minute, and goes on if you close the page.',
  zipWaits: 'Files cannot be reached at the moment. Loading goes on by itself, also if you close the page.',
  zipNotLoaded: 'The zip could not be loaded. Please upload it again.',
  bandFileSaved: 'Your band is saved',
  bandFileNotSaved: 'Your band could not be downloaded',
  bandLoaded: 'Your band is loaded',
  bandNotLoaded: 'The band could not be loaded',
} as const
