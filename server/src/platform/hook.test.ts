import { expect, test } from 'vitest'
import { defineHook } from './hook.ts'

test('a hook runs its handlers in the order of their registration and returns their results', async () => {
  const hook = defineHook<[number], string>()
  hook.register(async (value) => `first ${value}`)
  hook.register(async (value) => `second ${value}`)
  expect(await hook.run(7)).toEqual(['first 7', 'second 7'])
})

test('a handler that is registered twice with a hook runs once', async () => {
  const hook = defineHook<[], number>()
  const handler = async () => 1
  hook.register(handler)
  hook.register(handler)
  expect(await hook.run()).toEqual([1])
})

test('a hook rejects if one of its handlers rejects, and later handlers do not run', async () => {
  const hook = defineHook<[]>()
  const ran: string[] = []
  hook.register(async () => {
    throw new Error('no notices today')
  })
  hook.register(async () => void ran.push('later'))
  await expect(hook.run()).rejects.toThrow('no notices today')
  expect(ran).toEqual([])
})

test('a hook without a handler rejects', async () => {
  await expect(defineHook<[]>().run()).rejects.toThrow('No handler of this hook is registered')
})
