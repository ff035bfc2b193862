import { expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { inviteCommand } from './invite.ts'
import { parseInput, UsageError } from './run-command.ts'

const withFakeSms = readConfig({})
const withRealSms = { ...withFakeSms, pretend: { ...withFakeSms.pretend, sms: false } }
const parse = (args: string[], config = withRealSms) => parseInput(inviteCommand, args, config)

test('npm run invite accepts a mobile number in national or international format, or none', async () => {
  expect(await parse([])).toEqual({ phone: undefined })
  expect(await parse(['--phone', '07400 123 456'])).toEqual({ phone: '+447400123456' })
  expect(await parse(['--phone=+447400123456'])).toEqual({ phone: '+447400123456' })
})

test.each([[['07400123456']], [['--phone']], [['--telephone', '07400123456']], [['--phone', '0113 496 0000']]])(
  'npm run invite refuses the arguments %j',
  async (args) => {
    await expect(parse(args)).rejects.toThrow(UsageError)
  },
)

test('npm run invite accepts a number of the drama range only while texts go to a fake provider', async () => {
  expect(await parse(['--phone', '07700 900123'], withFakeSms)).toEqual({ phone: '+447700900123' })
  await expect(parse(['--phone', '07700 900123'])).rejects.toThrow(UsageError)
})
