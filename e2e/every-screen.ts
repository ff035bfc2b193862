// Every route of the route manifest with the states of its screen: dialogs, errors, empty lists.

import type { Page } from '@playwright/test'
import type { RouteName } from '@gaffer/domain/routes'
import { month } from './calendar-steps.ts'
import type { FilledBand } from './filled-band.ts'
import { expect } from './fixtures.ts'

type State = {
  name: string
  /** Brings the loaded page, without open dialogs, into this state. */
  open?: (page: Page) => Promise<void>
}
export type Screen = {
  route: RouteName
  path: string
  /** The first heading or, on a screen without one, a text. */
  heading: string | RegExp
  states: State[]
  isSignedOut?: true
}

const unknownId = '01890000-0000-7000-8000-000000000000'
const asLoaded: State = { name: 'as loaded' }
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').last()
const shown = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Opens by a button, and waits for the dialog of that name. */
const opens = (button: string | RegExp, title: string): State => ({
  name: title,
  async open(page) {
    await press(page, button)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  },
})
const asks = (button: string | RegExp, title: string): State => ({
  name: title,
  async open(page) {
    await press(page, button)
    await expect(page.getByRole('alertdialog', { name: title })).toBeVisible()
  },
})

export function everyScreen(band: FilledBand): Screen[] {
  const event = (id: string) => `/bands/${band.id}/events/${id}`
  return [
    { route: 'landing', path: '/', heading: /./, states: [asLoaded], isSignedOut: true },
    {
      route: 'login',
      path: '/login',
      heading: /./,
      isSignedOut: true,
      states: [
        {
          name: 'without a number',
          async open(page) {
            await press(page, 'Send verification code')
            await shown(page, 'Please enter your phone number to continue')
          },
        },
        {
          name: 'Social',
          async open(page) {
            await page.getByRole('tab', { name: 'Social' }).click()
            await shown(page, 'Continue with Google')
          },
        },
      ],
    },
    {
      route: 'auth-callback',
      path: '/auth/callback?error=access_denied',
      heading: /./,
      isSignedOut: true,
      states: [asLoaded],
    },
    ...(['auth-success', 'test-auth', 'oauth-result'] as const).map((route): Screen => ({
      route,
      path: `/${route}`,
      heading: /./,
      isSignedOut: true,
      states: [asLoaded],
    })),
    { route: 'invite', path: band.invitePath, heading: /Invited/, isSignedOut: true, states: [asLoaded] },
    { route: 'invite', path: '/invite/unknown', heading: /./, isSignedOut: true, states: [asLoaded] },
    {
      route: 'dep',
      path: band.depPath,
      heading: /./,
      isSignedOut: true,
      states: [asLoaded],
    },
    { route: 'dep', path: '/dep/unknown', heading: 'This link no longer works', isSignedOut: true, states: [asLoaded] },
    { route: 'sheet', path: band.sheetPath, heading: /Launch/, isSignedOut: true, states: [asLoaded] },
    { route: 'onboarding', path: '/onboarding', heading: 'Create Your Band', states: [asLoaded] },
    {
      route: 'profile',
      path: '/profile',
      heading: 'Your Profile',
      states: [
        asLoaded,
        opens('Connect a calendar', 'Connect a calendar'),
        opens('Delete my account', 'Delete your account?'),
      ],
    },
    { route: 'notice-settings', path: '/profile/notices', heading: 'Notice settings', states: [asLoaded] },
    { route: 'notices', path: '/notices', heading: 'Notices', states: [asLoaded] },
    {
      route: 'dashboard',
      path: '/dashboard',
      heading: 'Side Project',
      states: [asLoaded],
    },
    {
      route: 'calendar',
      path: `/calendar?month=${month.slice(0, 7)}`,
      heading: 'Calendar',
      states: [
        asLoaded,
        opens('Add a practice today', 'New event'),
        {
          name: 'a series that clashes',
          async open(page) {
            await press(page, 'Add a practice today')
            await page.getByRole('combobox', { name: 'Repeat' }).click()
            await page
              .getByRole('option', { name: /^Every week|^Every \w+day$/ })
              .first()
              .click()
            await expect(page.getByRole('textbox', { name: 'Until' })).toBeVisible()
          },
        },
        opens("I'm away", "I'm away"),
        opens('Find a date', 'Find a date'),
        {
          name: 'Subscribe',
          async open(page) {
            await press(page, 'Calendar link and export')
            await page.getByRole('menuitem', { name: 'Subscribe' }).click()
            await expect(page.getByRole('dialog', { name: 'Subscribe' })).toBeVisible()
          },
        },
        {
          name: 'the agenda',
          async open(page) {
            await page.getByText('Agenda', { exact: true }).click()
            await shown(page, 'Greenfield Festival')
          },
        },
        {
          name: 'an event in the agenda',
          async open(page) {
            await press(page, /^Support at the Fenton/)
            await expect(dialog(page).getByRole('radiogroup').first()).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'event',
      path: event(band.gigId),
      heading: 'Launch at the Adelphi',
      states: [
        asLoaded,
        opens('Edit gig sheet', 'Gig sheet'),
        opens('Share by link', 'Share the gig sheet'),
        opens('Edit', 'Edit event'),
        asks('Cancel event', 'Cancel Launch at the Adelphi?'),
        {
          name: 'the set list',
          open: (page) => page.getByRole('tab', { name: 'Set list' }).click(),
        },
        {
          name: 'the history',
          open: (page) => page.getByRole('tab', { name: 'History' }).click(),
        },
      ],
    },
    { route: 'event', path: event(band.practiceId), heading: /./, states: [asLoaded] },
    { route: 'event', path: event(band.seriesEventId), heading: /./, states: [opens('Edit', 'Edit event')] },
    { route: 'event', path: event(band.optionId), heading: /Support/, states: [asLoaded] },
    { route: 'event', path: event(band.cancelledId), heading: 'Works party', states: [asLoaded] },
    { route: 'event', path: event(unknownId), heading: /./, states: [asLoaded] },
    {
      route: 'songs',
      path: '/songs',
      heading: 'Practice List',
      states: [
        opens(/^Add Song/, 'Add Song'),
        {
          name: 'a song opened',
          async open(page) {
            await press(page, /^Valerie/)
            await expect(page.getByRole('switch', { name: 'Veto' })).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'setlists',
      path: '/setlists',
      heading: 'Set lists',
      states: [asLoaded, opens('New set list', 'New set list')],
    },
    {
      route: 'setlist',
      path: `/setlists/${band.setlistId}`,
      heading: 'Friday',
      states: [
        asLoaded,
        opens('Add songs and breaks', 'Add to the set list'),
        opens(/^\d.*Dakota/, 'Dakota'),
        {
          name: 'Use at an event',
          async open(page) {
            await press(page, 'More')
            await page.getByRole('menuitem', { name: 'Use at an event' }).click()
            await expect(page.getByRole('dialog', { name: 'Use at an event' })).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'stage',
      path: `/setlists/${band.setlistId}/stage`,
      heading: 'Friday',
      states: [asLoaded, { name: 'the whole list', open: (page) => press(page, 'Whole list') }],
    },
    {
      route: 'admin',
      path: '/admin',
      heading: 'Manage Band',
      states: [asLoaded],
    },
    {
      route: 'admin',
      path: '/admin?tab=members',
      heading: 'Manage Band',
      states: [
        asLoaded,
        opens('Add a dep', 'Add a dep'),
        opens('Edit your card', 'Your card in this band'),
        opens('Change what Kit can do', 'What Kit can do'),
        asks('Remove Kit', 'Remove Kit from the band?'),
      ],
    },
    { route: 'admin', path: '/admin?tab=spotify', heading: 'Manage Band', states: [asLoaded] },
  ]
}
