// Texts about band files (export and import of a whole band), part of messages.ts.

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
  bandFileNoSuchMember: 'Choose a member who is in the file',
  bandFileSaved: 'Your band is saved',
  bandFileNotSaved: 'Your band could not be downloaded',
  bandLoaded: 'Your band is loaded',
  bandNotLoaded: 'The band could not be loaded',
} as const
