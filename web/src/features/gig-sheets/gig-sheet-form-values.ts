// The values of the gig sheet form: conversion from and to a gig sheet, validation, and the texts of an edit conflict.

import { formatTime, isRealTime } from '@gaffer/domain/shared/dates'
import { GigSheetInput, parsePoundsToPence, type GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { venueFields, type Venue } from '@gaffer/domain/gig-sheets/venue'

/** The sheet to edit, and in `fields` the unsaved changes of an earlier form. */
export type GigSheetFormInitialState = { sheet: GigSheet; fields?: Partial<GigSheetFormValues> }

export type RunningTimeRow = { key: number; time: string; label: string }
/** The values of the form. Texts are not trimmed or parsed yet. */
export type GigSheetFormValues = {
  address: string
  times: RunningTimeRow[]
  contactName: string
  contactPhone: string
  contactEmail: string
  gettingThere: string
  gear: string
  hospitality: string
  fee: string
  feeNote: string
  feePaid: boolean
}

export function gigSheetDraftKey({ bandId, eventId }: { bandId: string; eventId: string }): string {
  return `gig-sheet/${bandId}/${eventId}`
}

export function formValuesFromGigSheet(sheet: GigSheet): GigSheetFormValues {
  const { times, feePence, feePaid, version: _, ...texts } = sheet
  const { address, contactName, contactPhone, contactEmail, gettingThere, gear, hospitality, feeNote } = texts
  return {
    address: address ?? '',
    times: times.map((time, key) => ({ ...time, key })),
    contactName: contactName ?? '',
    contactPhone: contactPhone ?? '',
    contactEmail: contactEmail ?? '',
    gettingThere: gettingThere ?? '',
    gear: gear ?? '',
    hospitality: hospitality ?? '',
    fee: feePence === null ? '' : formatPounds(feePence).slice(1),
    feeNote: feeNote ?? '',
    feePaid,
  }
}

/** Adds a row to the running times. Its key is unique within the form. */
export function addRunningTimeRow(times: readonly RunningTimeRow[], label: string): RunningTimeRow[] {
  return [...times, { key: Math.max(-1, ...times.map(({ key }) => key)) + 1, time: '', label }]
}

/** Error messages by the path of the field: `contactEmail`, `times.0.label`. */
export type ErrorsByFieldPath = Record<string, string>

/** Validates the form: returns the body of the request, or the errors of the fields. */
export function parseGigSheetForm(
  fields: GigSheetFormValues,
): { input: GigSheetInput; errors: null } | { input: null; errors: ErrorsByFieldPath } {
  const { fee, times, ...rest } = fields
  const feePence = parsePoundsToPence(fee)
  const input = { ...rest, times: times.map(({ time, label }) => ({ time, label })), feePence: feePence ?? null }
  const issues = GigSheetInput.safeParse(input).error?.issues ?? []
  const errors = Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  const { feePence: feeError, ...otherErrors } = errors
  const feeMessage = feePence === undefined ? gigSheetMessages.feeTyped : feeError
  if (issues.length === 0 && feeMessage === undefined) return { input, errors: null }
  return { input: null, errors: { ...otherErrors, ...(feeMessage !== undefined && { fee: feeMessage }) } }
}

const noneText = 'None'
const textOrNone = (value: string) => value.trim() || noneText

/** The labels and texts of the fields for the dialog of an edit conflict, in the order of the form. */
export const gigSheetConflictFields: { label: string; show: (fields: GigSheetFormValues) => string }[] = [
  {
    label: 'Running times',
    show: ({ times }) =>
      times.map(({ time, label }) => `${isRealTime(time) ? formatTime(time) : time || '?'} ${label}`).join(', ') ||
      noneText,
  },
  { label: 'Address', show: ({ address }) => textOrNone(address) },
  { label: 'Contact', show: ({ contactName }) => textOrNone(contactName) },
  { label: 'Phone', show: ({ contactPhone }) => textOrNone(contactPhone) },
  { label: 'Email', show: ({ contactEmail }) => textOrNone(contactEmail) },
  { label: 'Getting there', show: ({ gettingThere }) => textOrNone(gettingThere) },
  { label: 'Gear', show: ({ gear }) => textOrNone(gear) },
  { label: 'Hospitality', show: ({ hospitality }) => textOrNone(hospitality) },
  { label: 'Fee', show: ({ fee }) => (fee.trim() === '' ? noneText : `£${fee.trim().replace(/^£\s*/, '')}`) },
  { label: 'Fee note', show: ({ feeNote }) => textOrNone(feeNote) },
  { label: 'Paid', show: ({ feePaid }) => (feePaid ? 'Yes' : 'No') },
]

/** The values of a chosen venue for empty fields, and for fields that still have the value of `earlier`, the previously chosen venue. */
export function changesFromVenue(
  fields: GigSheetFormValues,
  earlier: Venue | null,
  venue: Venue,
): Partial<GigSheetFormValues> {
  const isFillable = (name: (typeof venueFields)[number]) => {
    const typed = fields[name].trim()
    return typed === '' || typed === earlier?.[name]
  }
  return Object.fromEntries(venueFields.filter(isFillable).map((name) => [name, venue[name] ?? '']))
}
