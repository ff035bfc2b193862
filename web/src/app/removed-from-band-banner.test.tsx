import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { rememberOwnDeparture } from '#features/bands/own-departures.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { RemovedFromBandBanner } from './removed-from-band-banner.tsx'

const own = anOwnMembership()
const user = aUser()

async function show() {
  const { client } = await renderPage(<RemovedFromBandBanner />, {
    cached: [[meQueryOptions.queryKey, { user, bands: [own] }]],
  })
  return (bands: (typeof own)[]) => act(async () => client.setQueryData(meQueryOptions.queryKey, { user, bands }))
}

it('a band that GET /api/me no longer lists is named in a banner', async () => {
  const setBands = await show()
  await setBands([])
  expect(await screen.findByText('You are no longer in The Night Buses.')).toBeTruthy()
})

it('no banner names a band that the user left; after the user has joined the band again, a removal from the band is named in a banner', async () => {
  const setBands = await show()
  rememberOwnDeparture(own.bandId)
  await setBands([])
  expect(screen.queryByText(/no longer in/)).toBeNull()
  await setBands([own])
  await setBands([])
  expect(await screen.findByText('You are no longer in The Night Buses.')).toBeTruthy()
})
