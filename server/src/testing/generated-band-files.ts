// fast-check arbitraries for band files whose references are all in the file.

import fc from 'fast-check'
import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { memberIconNames } from '@gaffer/domain/bands/member-icons'
import { bandEventTypes, canBePublic, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { isPracticeOrRehearsal } from '@gaffer/domain/practice/practised'
import { aBandFile, type BandFileEvent, type BandFileMember, type BandFileSong } from './band-files.ts'

const line = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom('Ros & Kit', 'Ελλάς', '👩‍👩‍👧‍👦', '<b>"\\'))
const text = line.map((rest) => `a${rest}`)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
/** An instant in the past: an import replaces a later instant by its own time. */
const pastInstant = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2026-06-30'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((at) => at.slice(0, 10))
const time = fc
  .tuple(fc.integer({ min: 9, max: 21 }), fc.constantFrom('00', '15', '30'))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`)
const id = fc.uuid({ version: 7 })

const members = fc
  .uniqueArray(
    fc.record({
      id,
      displayName: text,
      role: text,
      access: fc.constantFrom('owner', 'admin', 'member'),
      icon: fc.constantFrom(...memberIconNames),
      color: fc.constantFrom('#2563eb', '#dc2626'),
      email: fc.constantFrom(null, 'ros@example.org'),
    }),
    { minLength: 1, maxLength: 4, selector: (one) => one.id },
  )
  // The caller becomes the first member.
  .map((all): BandFileMember[] =>
    all.map((one, at) => (at === 0 ? { ...one, access: 'owner', email: null } : one) as BandFileMember),
  )

const song = (ids: string[]) =>
  fc.record({
    id,
    title: text,
    artist: text,
    album: optional(text),
    durationSeconds: optional(fc.integer({ min: 1, max: 3600 })),
    key: fc.constantFrom(null, 'F# minor'),
    tempo: fc.constantFrom(null, 120),
    note: optional(text),
    writers: optional(text),
    isOwn: fc.boolean(),
    lastPractisedAt: optional(instant),
    addedByMembershipId: optional(fc.constantFrom(...ids)),
    readiness: fc
      .subarray(ids)
      .chain((some) =>
        fc.tuple(
          ...some.map((membershipId) =>
            fc.record({ membershipId: fc.constant(membershipId), status: fc.constantFrom('red', 'amber', 'green') }),
          ),
        ),
      ),
    vetos: fc.subarray(ids).map((some) => some.map((membershipId) => ({ membershipId }))),
  }) as fc.Arbitrary<BandFileSong>

const setlist = (songIds: string[]) =>
  fc.record({
    id,
    name: text,
    items: fc.array(
      fc.oneof(
        fc.record({
          songId: fc.constant(null),
          label: text,
          note: optional(text),
          durationSeconds: fc.constant(60),
        }),
        ...(songIds.length > 0
          ? [fc.record({ songId: fc.constantFrom(...songIds), label: fc.constant(null), note: optional(text) })]
          : []),
      ),
      { maxLength: 5 },
    ),
  })

type KnownIds = { owner: BandFileMember; memberIds: string[]; songIds: string[]; setlistIds: string[] }
const answers = ({ memberIds }: KnownIds) =>
  fc.subarray(memberIds).chain((some) =>
    fc.tuple(
      ...some.map((membershipId) =>
        fc.record({
          membershipId: fc.constant(membershipId),
          answer: fc.constantFrom('yes', 'maybe', 'no'),
          comment: optional(text),
          isStale: fc.boolean(),
          setBy: optional(fc.constantFrom(...memberIds)),
          answeredAt: instant,
        }),
      ),
    ),
  )

const fieldChange = (setlistIds: string[]) =>
  fc.oneof(
    fc.record({ field: fc.constantFrom('title', 'notes', 'venue'), from: optional(text), to: optional(text) }),
    fc.record({ field: fc.constant('isAllDay'), from: fc.boolean(), to: fc.boolean() }),
    fc.record({
      field: fc.constant('setlistId'),
      from: fc.constant(null),
      to: optional(fc.constantFrom(...(setlistIds.length > 0 ? setlistIds : [null]))),
    }),
  )

const changes = ({ owner, memberIds, setlistIds }: KnownIds) =>
  fc.array(
    fc
      .record({
        at: pastInstant,
        membershipId: optional(fc.constantFrom(...memberIds)),
        displayName: text,
        fields: fc.array(fieldChange(setlistIds), { minLength: 1, maxLength: 3 }),
      })
      // An import gives changes by the caller the display name of their membership.
      .map((one) => (one.membershipId === owner.id ? { ...one, displayName: owner.displayName } : one)),
    { maxLength: 4 },
  )

const depBook = [
  {
    id: '01890000-0000-7000-8000-0000000000d1',
    name: 'Al',
    phone: '+447700900556',
    instrument: 'Bass',
    note: null,
    doNotAsk: true,
  },
  {
    id: '01890000-0000-7000-8000-0000000000d2',
    name: 'Tom',
    phone: '+447700900555',
    instrument: 'Drums',
    note: 'Own kit',
    doNotAsk: false,
  },
]

const terms = fc.record({
  mode: fc.constantFrom('one-by-one', 'all'),
  instrument: text,
  feePence: optional(fc.nat({ max: limits.feePence })),
  waitMinutes: fc.integer({ min: limits.shortestDepWaitMinutes, max: limits.longestDepWaitMinutes }),
})

/** Dep requests that have ended or found a dep: an import withdraws requests that could still ask. */
const depRequests = ({ memberIds }: KnownIds) =>
  fc
    .array(
      fc
        .record({
          terms,
          coversMembershipId: optional(fc.constantFrom(...memberIds)),
          requestedByMembershipId: optional(fc.constantFrom(...memberIds)),
          createdAt: pastInstant,
          answers: fc.array(fc.constantFrom('yes', 'no', 'never', null), { maxLength: depBook.length }),
          isStale: fc.boolean(),
        })
        .map(({ terms: ofRequest, answers: given, isStale, createdAt, ...request }) => {
          const asks = given.map((answer, at) => ({
            depId: depBook[at]!.id,
            askedAt: createdAt,
            failedAt: null,
            answer,
            answeredAt: answer && createdAt,
            isStale: isStale && answer === 'yes',
          }))
          return { ...ofRequest, ...request, createdAt, withdrawnAt: given.includes('yes') ? null : createdAt, asks }
        }),
      { maxLength: 2 },
    )
    // An export sorts requests by their time.
    .map((requests) => requests.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)))

const gigSheet = fc.record({
  address: optional(text),
  times: fc.array(fc.record({ time, label: text }), { maxLength: 3 }),
  contactName: optional(text),
  contactPhone: fc.constantFrom(null, '0113 496 0000'),
  contactEmail: fc.constantFrom(null, 'venue@example.org'),
  gettingThere: optional(text),
  gear: optional(text),
  hospitality: optional(text),
  feePence: optional(fc.nat({ max: limits.feePence })),
  feeNote: optional(text),
  feePaid: fc.boolean(),
})

const played = ({ songIds }: KnownIds) =>
  fc.record({
    items: fc.array(
      fc.record({
        songId: songIds.length > 0 ? optional(fc.constantFrom(...songIds)) : fc.constant(null),
        title: text,
        writers: optional(text),
        isOwn: fc.boolean(),
        seconds: optional(fc.integer({ min: 1, max: 3600 })),
      }),
      { maxLength: 3 },
    ),
    reportedOn: optional(day),
  })

/** The first member drives, and the other members ride along. */
const lifts = ({ memberIds }: KnownIds) =>
  fc
    .record({ some: fc.subarray(memberIds), since: pastInstant, from: optional(text), leavesAt: optional(time) })
    .map(({ some: [driver, ...riders], since, from, leavesAt }) => {
      const lift = { since, from, leavesAt }
      if (driver === undefined) return []
      return [
        { ...lift, membershipId: driver, mode: 'drives', seats: 4, driverId: null },
        ...riders.map((membershipId) => ({ ...lift, membershipId, mode: 'rides', seats: null, driverId: driver })),
      ]
    })

const event = (known: KnownIds) =>
  fc
    .record({
      id,
      type: fc.constantFrom(...bandEventTypes),
      title: optional(text),
      date: day,
      startTime: optional(time),
      place: text,
      notes: optional(text),
      status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
      asksAnswers: fc.boolean(),
      isListed: fc.boolean(),
      ticketUrl: fc.constantFrom(null, 'https://tickets.example/1'),
      priceText: optional(text),
      setlistId: known.setlistIds.length > 0 ? optional(fc.constantFrom(...known.setlistIds)) : fc.constant(null),
      addedByMembershipId: optional(fc.constantFrom(...known.memberIds)),
      seriesId: fc.constantFrom(null, '01890000-0000-7000-8000-00000000000a'),
      option: fc.boolean(),
      answers: answers(known),
      practised: fc.subarray(known.songIds),
      gigSheet: optional(gigSheet),
      played: optional(played(known)),
      lifts: lifts(known),
      movedFrom: optional(fc.record({ date: day, startTime: optional(time), place: optional(text) })),
      createdAt: pastInstant,
      changes: changes(known),
      depRequests: depRequests(known),
    })
    .map(({ place, option, practised, depRequests: requests, ...one }): BandFileEvent => {
      const isPublic = canBePublic(one.type)
      return {
        ...one,
        isPublic,
        isListed: isPublic && one.isListed,
        ticketUrl: isPublic ? one.ticketUrl : null,
        priceText: isPublic ? one.priceText : null,
        isAllDay: one.startTime === null,
        location: isPublic ? null : place,
        venue: isPublic ? place : null,
        replyBy: one.asksAnswers ? one.date : null,
        isEditedByHand: one.seriesId !== null,
        practisedSongIds: isPracticeOrRehearsal(one.type) ? practised : [],
        depRequests: isGigOrFestival(one.type) ? requests : [],
        ...(option && { optionGroupId: '01890000-0000-7000-8000-00000000000b', optionNumber: 1, optionCount: 2 }),
      } as BandFileEvent
    })

/** Band files in the order in which they are exported, without pictures. */
export const arbitraryBandFile: fc.Arbitrary<BandFileInput> = members.chain((all) => {
  const memberIds = all.map((one) => one.id)
  return fc.uniqueArray(song(memberIds), { maxLength: 4, selector: (one) => one.id }).chain((songs) => {
    const songIds = songs.map((one) => one.id)
    return fc.uniqueArray(setlist(songIds), { maxLength: 3, selector: (one) => one.id }).chain((setlists) => {
      const known = { owner: all[0]!, memberIds, songIds, setlistIds: setlists.map((one) => one.id) }
      return fc.uniqueArray(event(known), { maxLength: 5, selector: (one) => one.id }).map((events) =>
        aBandFile({
          deps: depBook,
          members: all,
          songs,
          setlists,
          events: events.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
        }),
      )
    })
  })
})
