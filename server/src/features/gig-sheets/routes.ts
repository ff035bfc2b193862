import { gigSheetsApi } from '@gaffer/domain/gig-sheets/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireMember, requireSheetToken } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  listVenues,
  readGigSheet,
  readGigSheetShare,
  readSharedSheet,
  revokeGigSheetShare,
  saveGigSheet,
  shareGigSheet,
} from './service.ts'

export function gigSheetRoutes(serve: ServeEndpoint): void {
  serve(
    gigSheetsApi.readGigSheet,
    requireMember,
    ({ db, member, params }) => readGigSheet(db, member, params.eventId),
    {
      isRevalidated: true,
    },
  )
  serve(gigSheetsApi.saveGigSheet, requireMember, ({ db, member, params, body, seenVersions }) =>
    saveGigSheet(db, member, params.eventId, body, seenVersions),
  )
  serve(gigSheetsApi.listVenues, requireMember, ({ db, member, query }) => listVenues(db, member, query.q))
  serve(gigSheetsApi.readGigSheetShare, requireMember, ({ services, db, member, params }) =>
    readGigSheetShare(services, db, member, params.eventId),
  )
  serve(gigSheetsApi.shareGigSheet, requireMember, ({ services, db, member, params, body }) =>
    shareGigSheet(services, db, member, params.eventId, body),
  )
  serve(gigSheetsApi.revokeGigSheetShare, requireMember, ({ db, member, params }) =>
    revokeGigSheetShare(db, member, params.eventId),
  )
  serve(gigSheetsApi.readSharedSheet, requireSheetToken, ({ db, reader }) => readSharedSheet(db, reader, reader), {
    perMinute: limits.sheetLinkRequestsPerMinute,
  })
}
