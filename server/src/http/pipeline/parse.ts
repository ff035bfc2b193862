import type * as z from 'zod/mini'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError, type FieldIssue, type AppErrorCode } from '@gaffer/domain/shared/app-error'
import { zodErrorMessage } from '@gaffer/domain/shared/zod-error-map'
import { notFoundError } from '#platform/refusals.ts'

/** Throws an AppError: for `invalid_input` with the first issue's message and up to `maxIssues` issues, for `not_found` without any. */
export function parseWithSchema<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  code: Extract<AppErrorCode, 'invalid_input' | 'not_found'> = 'invalid_input',
): z.output<S> {
  const result = schema.safeParse(value, { error: zodErrorMessage })
  if (result.success) return result.data
  if (code === 'not_found') throw notFoundError()
  const issues = result.error.issues.flatMap(toIssues).slice(0, maxIssues)
  throw new AppError(code, issues[0]?.message ?? messages.invalidInput, { issues })
}

/** Limits the response to a body with thousands of wrong fields. */
const maxIssues = 20

type ZodIssue = { code: string; path: PropertyKey[]; message: string; keys?: string[]; errors?: ZodIssue[][] }

function toIssues(issue: ZodIssue): FieldIssue[] {
  if (issue.code === 'invalid_union' && issue.path.length === 0)
    return findClosestIssues(issue.errors ?? []).flatMap(toIssues)
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => ({
      path: [...issue.path, key].map(String).join('.').slice(0, 200),
      message: messages.unknownField,
    }))
  }
  return [{ path: issue.path.map(String).join('.'), message: issue.message }]
}

/** For a union of schemas: the issues of the schema with the fewest unknown fields. */
function findClosestIssues(options: ZodIssue[][]): ZodIssue[] {
  const unknownIn = (issues: ZodIssue[]) => issues.reduce((count, { keys = [] }) => count + keys.length, 0)
  return options.toSorted((one, other) => unknownIn(one) - unknownIn(other))[0] ?? []
}
