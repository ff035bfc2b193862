// The markup that members share on one chart, as a file in the zip of a band.

import * as z from 'zod/mini'
import { MarkupInput } from '@gaffer/domain/charts/markup'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'

const { chartVersion, pages } = MarkupInput.shape

/** The markup of one member. `membershipId` is null if the member had left the band, and then only `displayName` says who drew it. */
export const FileLayer = z.strictObject({
  membershipId: z.nullable(Id),
  displayName: createRequiredLineSchema(limits.nameLength),
  chartVersion,
  pages,
})
export type FileLayer = z.output<typeof FileLayer>

export const FileMarkup = z.array(FileLayer)
