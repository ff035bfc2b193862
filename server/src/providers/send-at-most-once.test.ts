import { expect, test } from 'vitest'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import { sendAtMostOnce } from './send-at-most-once.ts'

function deliver({ isClaimed = true, error }: { isClaimed?: boolean; error?: Error }) {
  const calls: string[] = []
  const result = sendAtMostOnce(
    { warn: (fields, message) => calls.push(`log ${message} ${JSON.stringify(fields)}`) },
    {
      reference: 'message-1',
      failureMessage: 'Code not sent',
      claim: async () => {
        calls.push('claim')
        return isClaimed
      },
      send: async () => {
        calls.push('send')
        if (error) throw error
      },
      release: async () => void calls.push('release'),
    },
  )
  return { calls, result }
}

const providerError = (failure: ProviderFailure) =>
  new ProviderError({ service: 'sms', failure, reference: 'message-1', detail: 'status 500' })

test('sendAtMostOnce claims a message before it sends the message', async () => {
  const { calls, result } = deliver({})
  expect(await result).toBe(true)
  expect(calls).toEqual(['claim', 'send'])
})

test('sendAtMostOnce does not send a message that another worker has claimed', async () => {
  const { calls, result } = deliver({ isClaimed: false })
  expect(await result).toBe(false)
  expect(calls).toEqual(['claim'])
})

test.each(['unreachable', 'busy'] as const)(
  'sendAtMostOnce logs the failure "%s", releases the claim and throws the failure',
  async (failure) => {
    const error = providerError(failure)
    const { calls, result } = deliver({ error })
    await expect(result).rejects.toBe(error)
    const fields = { reference: 'message-1', failure, detail: error.message }
    expect(calls).toEqual(['claim', 'send', `log Code not sent ${JSON.stringify(fields)}`, 'release'])
  },
)

test.each(['ambiguous', 'refused', 'bounced', 'gone'] as const)(
  'sendAtMostOnce logs the failure "%s", keeps the claim and returns false',
  async (failure) => {
    const error = providerError(failure)
    const { calls, result } = deliver({ error })
    expect(await result).toBe(false)
    const fields = { reference: 'message-1', failure, detail: error.message }
    expect(calls).toEqual(['claim', 'send', `log Code not sent ${JSON.stringify(fields)}`])
  },
)

test('sendAtMostOnce keeps the claim and throws the error if the error is no ProviderError', async () => {
  const error = new Error('unexpected')
  const { calls, result } = deliver({ error })
  await expect(result).rejects.toBe(error)
  expect(calls).toEqual(['claim', 'send'])
})
