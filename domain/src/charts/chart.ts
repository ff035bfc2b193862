// Charts: what members read while they play a song.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import {
  createOptionalLineSchema,
  createClearableLineSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'
import { chartMessages } from './chart-messages.ts'
import { cleanChartText, utf8Length } from './chart-text.ts'

export const chartKinds = ['pdf', 'image', 'text'] as const
export const chartFormats = ['plain', 'chordpro'] as const

export const Chart = z.strictObject({
  id: Id,
  songId: Id,
  name: z.string(),
  /** The part that the chart is for, such as "Bass"; null for everybody. */
  part: z.nullable(z.string()),
  kind: z.enum(chartKinds),
  bytes: z.int(),
  /** The number of pages: 1 for a picture, null for a text. */
  pages: z.nullable(z.int()),
  text: z.nullable(z.string()),
  format: z.nullable(z.enum(chartFormats)),
  version: z.int(),
  uploadedBy: z.nullable(Id),
  updatedAt: Timestamp,
  /** The URL of the file of this version; null for a text. */
  url: z.nullable(z.string()),
})
export type Chart = z.infer<typeof Chart>

/** A chart that the operator has hidden has neither its text nor its file. */
export function isChartHidden({ text, url }: Pick<Chart, 'text' | 'url'>): boolean {
  return text === null && url === null
}

export const ChartVersion = z.strictObject({
  version: z.int(),
  bytes: z.int(),
  uploadedBy: z.nullable(Id),
  updatedAt: Timestamp,
  url: z.nullable(z.string()),
  text: z.nullable(z.string()),
})
export type ChartVersion = z.infer<typeof ChartVersion>

export const ChartText = z.string().check(
  z.refine((text) => text.length <= limits.chartTextBytes, { error: chartMessages.chartTextTooLong, abort: true }),
  z.overwrite(cleanChartText),
  z.refine((text) => text !== '', chartMessages.chartTextRequired),
  z.refine((text) => utf8Length(text) <= limits.chartTextBytes, chartMessages.chartTextTooLong),
)
export const ChartName = createRequiredLineSchema(limits.chartNameLength, chartMessages.chartNameRequired)

/** POST of a chart: a finished upload, or a text with its name and format. A chart from a file is named after the file by default. */
export const ChartInput = z
  .strictObject({
    /** The client may choose the id, so that a chart that it sends twice is stored once. */
    id: z.optional(Id),
    uploadId: z.optional(Id),
    text: z.optional(ChartText),
    format: z.optional(z.enum(chartFormats)),
    name: z.optional(ChartName),
    part: createOptionalLineSchema(limits.chartPartLength),
  })
  .check((ctx) => {
    const { uploadId, text, format, name } = ctx.value
    const addIssue = (path: string, message: string) =>
      ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value })
    if (uploadId !== undefined) {
      if (text !== undefined || format !== undefined) addIssue('uploadId', chartMessages.chartFileOrText)
      return
    }
    if (text === undefined) addIssue('text', chartMessages.chartTextRequired)
    if (format === undefined) addIssue('format', chartMessages.chartFormatRequired)
    if (name === undefined) addIssue('name', chartMessages.chartNameRequired)
  })
export type ParsedChart = z.output<typeof ChartInput>

/** PATCH of a chart. Missing fields stay unchanged; a text or an upload makes the next version. */
export const ChartChangesInput = z
  .strictObject({
    name: z.optional(ChartName),
    part: z.optional(createClearableLineSchema(limits.chartPartLength)),
    text: z.optional(ChartText),
    uploadId: z.optional(Id),
  })
  .check(
    z.refine(({ text, uploadId }) => text === undefined || uploadId === undefined, {
      error: chartMessages.chartFileOrText,
      path: ['uploadId'],
    }),
  )
export type ChartChanges = z.output<typeof ChartChangesInput>
