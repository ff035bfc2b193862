import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { GigSheet, GigSheetInput, GigSheetShareInput } from './gig-sheet.ts'
import { SheetLink, SheetLinkContent } from './sheet-link.ts'
import { Venue, VenueSearch } from './venue.ts'

const SheetToken = z.string().check(z.maxLength(200))

const gigSheetPath = '/api/bands/:bandId/events/:eventId/gig-sheet'

export const gigSheetsApi = {
  readGigSheet: defineEndpoint({
    method: 'GET',
    path: gigSheetPath,
    offline: true,
    summary: 'Get the gig sheet of a gig or festival; empty and of version 0 until it is saved',
    status: 200,
    response: GigSheet,
  }),
  saveGigSheet: defineEndpoint({
    method: 'PUT',
    path: gigSheetPath,
    offline: true,
    summary: 'Replace the gig sheet of a gig or festival',
    body: GigSheetInput,
    status: 200,
    response: GigSheet,
    versioned: true,
    idempotent: true,
    changes: 'events',
  }),
  listVenues: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/venues',
    summary: `List up to ${limits.venuesShown} places of gigs that contain a text, with what the last gig sheet says about each`,
    query: VenueSearch,
    status: 200,
    response: z.array(Venue),
  }),
  readGigSheetShare: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/gig-sheet/share',
    summary: 'Get the live link to a gig sheet, what it shows and its last day; null if there is none',
    status: 200,
    response: z.nullable(SheetLink),
  }),
  shareGigSheet: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/events/:eventId/gig-sheet/share',
    summary: 'Create the link to a gig sheet, or renew it and change what it shows',
    body: GigSheetShareInput,
    status: 201,
    response: z.strictObject({ url: z.string() }),
    idempotent: true,
    encryptStoredResponse: true,
    changes: 'events',
  }),
  revokeGigSheetShare: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId/gig-sheet/share',
    summary: 'Revoke the link to a gig sheet',
    status: 204,
    changes: 'events',
  }),
  readSharedSheet: defineEndpoint({
    method: 'GET',
    path: '/api/sheets/:token',
    summary: 'Get the gig sheet, event and set list that a link shows, without a sign-in',
    params: { token: SheetToken },
    status: 200,
    response: SheetLinkContent,
  }),
}
