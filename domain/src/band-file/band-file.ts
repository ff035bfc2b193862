// The band file: all data of a band, which an owner downloads and imports as a new band. Its ids are only references within the file:
// an import makes new ids.

import { messages } from '@gaffer/domain/shared/messages'
import * as z from 'zod/mini'
import { accessLevels } from '@gaffer/domain/bands/access'
import {
  AllowedEventTypesSchema,
  defaultAllowedEventTypes,
  ledgerVisibilities,
  NewBandInput,
} from '@gaffer/domain/bands/band'
import { readableBandFileVersions } from './band-file-version.ts'
import { memberIconNames } from '@gaffer/domain/bands/member-icons'
import { Color, Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { firstYear, lastYear } from '@gaffer/domain/shared/dates'
import { DepInput, DepRequestInput } from '@gaffer/domain/deps/dep'
import { depAnswers } from '@gaffer/domain/deps/dep-link'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { answerValues, EventFieldsSchema } from '@gaffer/domain/events/event'
import { BandEventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { GigSheetInput } from '@gaffer/domain/gig-sheets/gig-sheet'
import { AvatarUrlInput, parseDataUrl } from '@gaffer/domain/images/image'
import { LiftFieldsSchema } from '@gaffer/domain/lifts/lift'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { DurationSecondsSchema } from '@gaffer/domain/songs/song-duration'
import { limits } from '@gaffer/domain/shared/limits'
import {
  createFileEntrySchema,
  createFileSettlementSchema,
  FileMiles,
  FilePerson,
  LedgerTotals,
} from './band-file-money.ts'
import { bandFileMessages } from './band-file-messages.ts'
import { FileChart } from './file-chart.ts'
import { FileRecording } from './file-recording.ts'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { NoteSubject } from '@gaffer/domain/notes/note'
import { NoteText } from '@gaffer/domain/notes/note-text'
import { PersonContact } from '@gaffer/domain/shared/person-contact'
import {
  createClearableTextSchema,
  createOptionalLineSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'
import { EnquiryForm, enquiryStatuses } from '@gaffer/domain/public-page/enquiry'
import { publicPageContent } from '@gaffer/domain/public-page/public-page'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { SetlistItemInput } from '@gaffer/domain/set-lists/set-list'
import { ReadinessStatus, SongInput } from '@gaffer/domain/songs/song'
import { songDetailSchemas } from '@gaffer/domain/songs/song-changes'

const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(z.nullable(schema), null as z.input<T> | null)
const listOf = <T extends z.ZodMiniType>(schema: T, limit: number, tooMany: string) =>
  z.prefault(z.array(schema).check(z.maxLength(limit, tooMany)), [])
/** The schema of a list with at most `limits.membersInBandFile` entries. */
const createMemberListSchema = <T extends z.ZodMiniType>(schema: T) =>
  listOf(schema, limits.membersInBandFile, bandFileMessages.bandFileMembersTooMany)

/** An ISO-8601 timestamp from `firstYear` to `lastYear`. */
const Instant = Timestamp.check(
  z.refine((at) => Number(at.slice(0, 4)) >= firstYear && Number(at.slice(0, 4)) <= lastYear, messages.chooseRealDate),
)

const FileBand = z.strictObject({
  name: NewBandInput.shape.name,
  description: NewBandInput.shape.description,
  pictureId: orNull(Id),
  allowedEventTypes: z.prefault(AllowedEventTypesSchema, [...defaultAllowedEventTypes]),
  ledgerVisibleTo: z.prefault(z.enum(ledgerVisibilities), 'own'),
})

/** `email` is the address of a member who was invited by mail and has not joined. */
const FileMember = z.strictObject({
  id: Id,
  displayName: createRequiredLineSchema(limits.nameLength),
  role: createRequiredLineSchema(limits.nameLength, bandMessages.roleRequired),
  part: createOptionalLineSchema(limits.chartPartLength),
  access: z.enum(accessLevels),
  icon: z.enum(memberIconNames),
  color: Color,
  email: PersonContact.shape.email,
  pictureId: orNull(Id),
})

const { key, tempo, note, writers } = songDetailSchemas
const FileSong = z.strictObject({
  id: Id,
  ...SongInput.shape,
  key: z.prefault(key, null),
  tempo: z.prefault(tempo, null),
  note: z.prefault(note, null),
  writers: z.prefault(writers, null),
  isOwn: z.prefault(z.boolean(), false),
  lastPractisedAt: orNull(Instant),
  readiness: createMemberListSchema(z.strictObject({ membershipId: Id, status: ReadinessStatus })),
  vetos: createMemberListSchema(z.strictObject({ membershipId: Id })),
})

const FileSetlist = z.strictObject({
  id: Id,
  name: createRequiredLineSchema(limits.nameLength, setlistMessages.setlistNameRequired),
  items: listOf(SetlistItemInput, limits.setlistItems, setlistMessages.setlistTooLong),
})

/** `isStale`: the answer was given for another date, start time or place than the event has. */
const FileAnswer = z.strictObject({
  membershipId: Id,
  answer: z.enum(answerValues, eventMessages.answerUnknown),
  comment: createOptionalLineSchema(limits.commentLength),
  isStale: z.prefault(z.boolean(), false),
  setBy: orNull(Id),
  answeredAt: orNull(Instant),
})

const FileMovedFrom = z.strictObject({
  date: EventFieldsSchema.shape.date,
  startTime: EventFieldsSchema.shape.startTime,
  place: createOptionalLineSchema(limits.placeLength),
})

const { membershipId: _membershipId, cancelEventIds: _cancelEventIds, ...eventFields } = EventFieldsSchema.shape
const changeableFields = Object.keys(eventFields)
const ChangedValue = z.union([createClearableTextSchema(limits.notesLength), z.boolean()])
/**
 * A change of the event's history, as `EventHistoryEntry` has it. `membershipId` is the member who made it; null if they had left the band,
 * and then only `displayName` says who it was.
 */
const FileChange = z.strictObject({
  at: Instant,
  membershipId: orNull(Id),
  displayName: createRequiredLineSchema(limits.nameLength),
  fields: listOf(
    z.strictObject({ field: z.enum(changeableFields), from: ChangedValue, to: ChangedValue }),
    changeableFields.length,
    bandFileMessages.bandFileTwice,
  ),
})

/** For the number of an option in its group, and for the count of options in a group. */
const OptionNumberOrCount = z.int().check(z.minimum(1), z.maximum(limits.mostOptions))
/** `isStale`: the dep said Yes to another date, start time or place than the event now has. */
const FileDepAsk = z.strictObject({
  depId: Id,
  askedAt: orNull(Instant),
  /** When the provider refused the text; null if it did not. */
  failedAt: orNull(Instant),
  answer: orNull(z.enum(depAnswers, depMessages.answerUnknown)),
  answeredAt: orNull(Instant),
  isStale: z.prefault(z.boolean(), false),
})

const { depIds: _depIds, ...depRequestTerms } = DepRequestInput.shape
/** `asks` are in the order in which deps are asked. */
const FileDepRequest = z.strictObject({
  ...depRequestTerms,
  requestedByMembershipId: orNull(Id),
  createdAt: orNull(Instant),
  withdrawnAt: orNull(Instant),
  asks: listOf(FileDepAsk, limits.depsPerRequest, depMessages.tooManyDeps),
})

/** The played list of a gig. Songs have the title, writers and length that they had when the list was saved. */
const FilePlayedList = z.strictObject({
  items: listOf(
    z.strictObject({
      songId: orNull(Id),
      title: createRequiredLineSchema(limits.titleLength),
      writers: z.prefault(writers, null),
      isOwn: z.prefault(z.boolean(), false),
      seconds: orNull(DurationSecondsSchema),
    }),
    limits.playedItems,
    playedMessages.tooMany,
  ),
  reportedOn: orNull(PlainDate),
})

const FileLift = z.strictObject({ membershipId: Id, ...LiftFieldsSchema.shape, since: orNull(Instant) })

/** `isEditedByHand`: a change to the whole series leaves this event as it is. `changes` are in the order in which they were made. */
const FileEvent = z.strictObject({
  id: Id,
  ...eventFields,
  type: BandEventTypeSchema,
  addedByMembershipId: orNull(Id),
  seriesId: orNull(Id),
  isEditedByHand: z.prefault(z.boolean(), false),
  optionGroupId: orNull(Id),
  optionNumber: orNull(OptionNumberOrCount),
  optionCount: orNull(OptionNumberOrCount),
  answers: createMemberListSchema(FileAnswer),
  practisedSongIds: listOf(Id, limits.songsPerBand, setlistMessages.practisedTooMany),
  gigSheet: orNull(GigSheetInput),
  played: orNull(FilePlayedList),
  lifts: createMemberListSchema(FileLift),
  movedFrom: orNull(FileMovedFrom),
  createdAt: orNull(Instant),
  depRequests: listOf(FileDepRequest, limits.depRequestsPerEvent, depMessages.tooManyRequests),
  changes: listOf(FileChange, limits.changesInBandFile, bandFileMessages.bandFileHistoryTooLong),
})

const FilePollChoice = z.strictObject({
  label: createRequiredLineSchema(limits.choiceLength, noteMessages.choiceRequired),
  membershipIds: createMemberListSchema(Id),
})
/**
 * A note. The notes of a thread are in the order of the thread. `membershipId` is the member who wrote the note; null if they had left
 * the band, and then only `displayName` says who wrote it.
 */
const FileNote = z.strictObject({
  about: NoteSubject,
  /** The second of a recording that the note stands at. */
  atSeconds: orNull(z.number().check(z.minimum(0), z.maximum(limits.recordingSeconds))),
  text: NoteText,
  membershipId: orNull(Id),
  displayName: createRequiredLineSchema(limits.nameLength),
  createdAt: Instant,
  editedAt: orNull(Instant),
  mentions: listOf(Id, limits.mentionsPerNote, noteMessages.tooManyMentions),
  poll: orNull(
    z.strictObject({
      choices: z.array(FilePollChoice).check(z.minLength(1), z.maxLength(limits.mostChoices, noteMessages.choiceCount)),
      allowsSeveral: z.boolean(),
      closesOn: orNull(PlainDate),
    }),
  ),
})
/** An enquiry by the form of the public page, and the events that were made from it. */
const FileEnquiry = z.strictObject({
  ...EnquiryForm.shape,
  status: z.enum(enquiryStatuses),
  receivedAt: Instant,
  eventIds: listOf(Id, limits.datesOfEnquiry, publicPageMessages.datesTooMany),
})

/** `dataUrl` is `data:image/webp;base64,…` in an export; an import also accepts PNG, JPEG and GIF. */
const FilePicture = z.strictObject({
  id: Id,
  dataUrl: AvatarUrlInput.def.innerType.check(
    z.refine((url) => parseDataUrl(url) !== null, bandFileMessages.bandFilePicture),
  ),
})

/** An entry of the dep book. Files of version 1 have no `id`. `doNotAsk`: the person does not want to be asked by this band. */
const FileDep = z.strictObject({ id: orNull(Id), ...DepInput.shape, doNotAsk: z.prefault(z.boolean(), false) })

const bandFileFields = {
  schema: z.literal('gaffer-band', bandFileMessages.bandFileUnknown),
  schemaVersion: z.literal(readableBandFileVersions, bandFileMessages.bandFileVersion),
  exportedAt: Instant,
  band: FileBand,
  members: createMemberListSchema(FileMember),
  songs: listOf(FileSong, limits.songsPerBand, songMessages.songsFull),
  charts: listOf(FileChart, limits.songsPerBand * limits.chartsPerSong, bandFileMessages.bandFileChartsTooMany),
  setlists: listOf(FileSetlist, limits.setlistsPerBand, setlistMessages.setlistsFull),
  events: listOf(FileEvent, limits.eventsPerBand, eventMessages.bandEventsFull),
  deps: listOf(FileDep, limits.depsPerBand, depMessages.bookFull),
  recordings: listOf(FileRecording, limits.recordingsPerBand, recordingMessages.recordingsFull),
  notes: listOf(FileNote, limits.notesPerBand, noteMessages.bandFull),
  ledgerPeople: listOf(FilePerson, limits.ledgerEntries, moneyMessages.ledgerFull),
  ledger: listOf(createFileEntrySchema(Instant), limits.ledgerEntries, moneyMessages.ledgerFull),
  ledgerTotals: orNull(LedgerTotals),
  settlements: listOf(createFileSettlementSchema(Instant), limits.eventsPerBand, eventMessages.bandEventsFull),
  miles: listOf(FileMiles, limits.ledgerEntries, moneyMessages.ledgerFull),
  /** The public page without its address, which stays with the exported band. */
  publicPage: orNull(z.strictObject(publicPageContent)),
  enquiries: listOf(FileEnquiry, limits.enquiriesInBandFile, publicPageMessages.enquiriesFull),
  pictures: listOf(FilePicture, limits.membersInBandFile + 1, bandFileMessages.bandFilePicturesTooMany),
}

/**
 * The schema of exports and imports. An export has null for each optional value that is not set; an import may lack
 * fields that have a default.
 */
export const BandFile = z.strictObject(bandFileFields)
export type BandFile = z.output<typeof BandFile>
