import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { useZodForm } from './use-zod-form.ts'

const Song = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1, 'A song needs a title')),
  album: z.prefault(z.nullable(z.string()), null),
})

const submit = async (title: string) => {
  const { result } = renderHook(() => {
    const form = useZodForm(Song, { title: '' })
    // Subscribes to the errors.
    return { ...form, errors: form.formState.errors }
  })
  const onValid = vi.fn<(song: z.output<typeof Song>) => void>()
  await act(async () => {
    result.current.setValue('title', title)
    await result.current.handleSubmit(onValid)()
  })
  return { onValid, errors: result.current.errors }
}

it('a valid form submits the output of its schema', async () => {
  const { onValid } = await submit('  Last Bus Home ')
  expect(onValid.mock.calls[0]?.[0]).toEqual({ title: 'Last Bus Home', album: null })
})

it('an invalid form submits nothing and shows the message of its schema at the invalid field', async () => {
  const { onValid, errors } = await submit('   ')
  expect(onValid).not.toHaveBeenCalled()
  expect(errors.title?.message).toBe('A song needs a title')
})
