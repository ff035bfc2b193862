// The comparisons of the chaos run find what is missing, changed or there twice.

import { expect, test } from 'vitest'
import { findRepeatedDeliveries } from './deliveries.ts'
import { startFakeProviders } from './providers.ts'
import { compareLedgerWithStored } from './writers/ledger.ts'
import { findMoneyProblems } from './writers/settlements.ts'

const storedEvent = { id: 'one', title: 'Practice', version: 3 }
const ledger = new Map([
  ['one', storedEvent],
  ['two', null],
])

test.each([
  ['an acknowledged event that is gone', [], ['one is gone'], []],
  ['an event with another title', [{ ...storedEvent, title: 'Gig' }], [expect.stringContaining('one is not as')], []],
  ['a deleted event that is still there', [storedEvent, { id: 'two' }], ['two is there after its deletion'], []],
  ['an event that was added twice', [storedEvent, { id: 'three' }], [], ['three is there, and was never acknowledged']],
  ['nothing wrong when only the version is higher', [{ ...storedEvent, version: 4 }], [], []],
])('compareLedgerWithStored finds %s', (_, stored, lost, twice) => {
  expect(compareLedgerWithStored(ledger, stored)).toEqual({ lost, twice })
})

test('findMoneyProblems reports a balance that is not the sum of its lines, a second reversal and a split that does not add up', () => {
  const line = { personId: null, reverses: null, eventId: 'gig', pence: 0, potPence: 0 }
  const entries = [
    { ...line, id: 'a', kind: 'fee', pence: 1000 },
    { ...line, id: 'b', kind: 'share', pence: 900, personId: 'kit' },
    { ...line, id: 'c', kind: 'expense', pence: 50, potPence: -50, personId: 'kit', eventId: null },
    { ...line, id: 'd', kind: 'reversal', pence: -50, potPence: 50, personId: 'kit', eventId: null, reverses: 'c' },
  ] as const
  const second = { ...entries[3], id: 'e' }
  const kit = { personId: 'kit', displayName: 'Kit', owedPence: 900 }
  expect(findMoneyProblems({ entries, balances: [kit], potPence: 0 })).toEqual({
    lost: ['The settlement of gig splits 1000 into 900'],
    twice: [],
  })
  expect(findMoneyProblems({ entries: [...entries, second], balances: [kit], potPence: 0 })).toEqual({
    lost: [
      'Kit is owed 900, and the lines come to 850',
      'The pot has 0, and the lines come to 50',
      'The settlement of gig splits 1000 into 900',
    ],
    twice: ['The ledger has the reversal of c twice'],
  })
})

test('findRepeatedDeliveries reports a text that the fake Twilio got twice, and not two different texts to one number', async () => {
  const providers = await startFakeProviders()
  const { sms } = providers
  const send = (text: string) =>
    fetch(`${sms.url}/2010-04-01/Accounts/${sms.accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${sms.accountSid}:${sms.authToken}`)}` },
      body: new URLSearchParams({ To: '+447700900123', From: 'Gaffer', Body: text }),
    })
  try {
    for (const text of ['Can you play?', 'It moved.']) await send(text)
    expect(findRepeatedDeliveries(providers)).toEqual([])
    await send('It moved.')
    expect(findRepeatedDeliveries(providers)).toEqual(['2 times the text "It moved." to +447700900123'])
  } finally {
    await providers.close()
  }
})
