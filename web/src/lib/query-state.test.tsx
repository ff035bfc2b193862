import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { combineReads, nullIfFailed, QueryState, type Read } from './query-state.tsx'

const failed = new ApiError(500, 'Internal Server Error', '')

function readOf<Data>(read: Partial<Read<Data>>): Read<Data> {
  return { data: undefined, error: null, refetch: vi.fn(), isFetching: false, ...read }
}

function textOf(query: Read<string[]>, isInline = false): string {
  const { container } = render(
    <QueryState query={query} fallback="Failed to fetch songs" loading="Loading" empty="No songs" isInline={isInline}>
      {(songs) => songs.join(', ')}
    </QueryState>,
  )
  return container.textContent
}

it('a query without data and error is shown as loading', () => {
  expect(textOf(readOf({}))).toBe('Loading')
})

it('data stays on screen after a failed refetch', () => {
  expect(textOf(readOf({ data: ['Dakota', 'Wonderwall'], error: failed }))).toBe('Dakota, Wonderwall')
})

it('an empty list is shown as the empty state', () => {
  expect(textOf(readOf<string[]>({ data: [] }))).toBe('No songs')
})

it.each([false, true])('a failed read shows its text, and "Try again" reads again (inline: %s)', (isInline) => {
  const query = readOf<string[]>({ error: failed })
  expect(textOf(query, isInline)).toContain('Failed to fetch songs')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(query.refetch).toHaveBeenCalledOnce()
})

it('combined reads have data once each of them has data', () => {
  const songs = readOf({ data: ['Dakota'] })
  expect(combineReads({ songs, members: readOf<string[]>({}) }).data).toBeUndefined()
  expect(combineReads({ songs, members: readOf({ data: ['Ros'] }) }).data).toEqual({
    songs: ['Dakota'],
    members: ['Ros'],
  })
})

it('combined reads fail if a read without data fails, and not if the refetch of a read with data fails', () => {
  const refetched = readOf({ data: ['Dakota'], error: failed })
  expect(combineReads({ songs: refetched, members: readOf({}) }).error).toBeNull()
  expect(combineReads({ songs: refetched, members: readOf({ error: failed }) }).error).toBe(failed)
})

it('nullIfFailed returns null as the data of a failed read, without an error, and keeps the data of an earlier read', () => {
  expect(nullIfFailed(readOf({}))).toMatchObject({ data: undefined, error: null })
  expect(nullIfFailed(readOf({ error: failed }))).toMatchObject({ data: null, error: null })
  expect(nullIfFailed(readOf({ data: 'Ros', error: failed }))).toMatchObject({ data: 'Ros', error: null })
})
