// Every route of the route manifest with the states of its screen: dialogs, errors, empty lists.

import { emptyMonthStart } from './calendar-steps.ts'
import type { FilledBand } from './filled-band.ts'
import { expect } from './fixtures.ts'
import {
  alertDialogState,
  loadedState,
  lastDialog,
  menuState,
  missingNameState,
  dialogState,
  pressButton,
  recordingsScreen,
  expectText,
  tabState,
  unsavedNameState,
  type Screen,
} from './screen-states.ts'
import { emptyBandScreens, failingRequestScreens } from './screens-without-data.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'

export function listScreens(band: FilledBand): Screen[] {
  const eventPath = (id: string) => `/bands/${band.id}/events/${id}`
  const optionsPath = (id: string) => `/bands/${band.id}/options/${id}`
  const confirming = alertDialogState(/^Confirm/, 'Confirm Support at the Fenton')
  const ofOptions = [loadedState, confirming, menuState('answering for a member', /^Answer for/)]
  const ofBandSettings = [loadedState, dialogState('Deleted files', 'Deleted files')]
  return [
    { route: 'landing', path: '/', heading: /./, states: [loadedState], given: 'signed out' },
    {
      route: 'login',
      path: '/login',
      heading: /./,
      given: 'signed out',
      states: [
        {
          name: 'without a number',
          async open(page) {
            await pressButton(page, 'Send verification code')
            await expectText(page, 'Please enter your phone number to continue')
          },
        },
        {
          name: 'Social',
          async open(page) {
            await page.getByRole('tab', { name: 'Social' }).click()
            await expectText(page, 'Continue with Google')
          },
        },
      ],
    },
    {
      route: 'auth-callback',
      path: '/auth/callback?error=access_denied',
      heading: /./,
      given: 'signed out',
      states: [loadedState],
    },
    ...(['auth-success', 'test-auth', 'oauth-result'] as const).map((route): Screen => ({
      route,
      path: `/${route}`,
      heading: /./,
      given: 'signed out',
      states: [loadedState],
    })),
    { route: 'invite', path: band.invitePath, heading: /Invited/, given: 'signed out', states: [loadedState] },
    { route: 'invite', path: '/invite/unknown', heading: /./, given: 'signed out', states: [loadedState] },
    { route: 'dep', path: band.depPath, heading: /./, given: 'signed out', states: [loadedState] },
    {
      route: 'dep',
      path: '/dep/unknown',
      heading: 'This link no longer works',
      given: 'signed out',
      states: [loadedState],
    },
    { route: 'sheet', path: band.sheetPath, heading: /Launch/, given: 'signed out', states: [loadedState] },
    { route: 'onboarding', path: '/onboarding', heading: 'Create Your Band', states: [loadedState] },
    {
      route: 'profile',
      path: '/profile',
      heading: 'Your Profile',
      states: [
        loadedState,
        dialogState('Connect a calendar', 'Connect a calendar'),
        dialogState('Delete my account', 'Delete your account?'),
      ],
    },
    { route: 'notice-settings', path: '/profile/notices', heading: 'Notice settings', states: [loadedState] },
    { route: 'notices', path: '/notices', heading: 'Notices', states: [loadedState] },
    {
      route: 'dashboard',
      path: '/dashboard',
      heading: 'Side Project',
      states: [
        loadedState,
        menuState('your menu', /Your menu/),
        dialogState('Open menu', 'Menu'),
        {
          name: 'the band switcher',
          async open(page) {
            await pressButton(page, 'Open menu')
            await pressButton(page, /Switch band/)
            await expect(page.getByRole('menu')).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'calendar',
      path: `/calendar?month=${emptyMonthStart.slice(0, 7)}`,
      heading: 'Calendar',
      states: [
        loadedState,
        dialogState('Add a practice today', 'New event'),
        {
          name: 'the dates of a series',
          async open(page) {
            await pressButton(page, 'Add a practice today')
            await page.getByRole('combobox', { name: 'Repeat' }).click()
            await page
              .getByRole('option', { name: /^Every week|^Every \w+day$/ })
              .first()
              .click()
            await expect(page.getByRole('textbox', { name: 'Until' })).toBeVisible()
            await page.getByRole('button', { name: 'All day', exact: true }).click()
            await page.getByText(/^Leave out (other )?dates/).click()
          },
        },
        {
          name: 'the types of an event',
          async open(page) {
            await pressButton(page, 'Add a practice today')
            await page.getByRole('combobox', { name: 'Type' }).click()
            await expect(page.getByRole('listbox')).toBeVisible()
          },
        },
        {
          name: 'More for this gig',
          async open(page) {
            await pressButton(page, 'Add a practice today')
            await page.getByRole('combobox', { name: 'Type' }).click()
            await page.getByRole('option', { name: 'Public Gig' }).click()
            await page.getByText('More for this gig').click()
            await page.getByRole('button', { name: 'Load-in' }).click()
          },
        },
        dialogState("I'm away", "I'm away"),
        dialogState('Find a date', 'Find a date'),
        menuState('subscribe and export', 'Subscribe and export'),
        {
          name: 'Subscribe',
          async open(page) {
            await pressButton(page, 'Subscribe and export')
            await page.getByRole('menuitem', { name: 'Subscribe' }).click()
            await expect(page.getByRole('dialog', { name: 'Subscribe' })).toBeVisible()
          },
        },
        {
          name: 'the agenda',
          async open(page) {
            await page.getByText('Agenda', { exact: true }).click()
            await expectText(page, 'Greenfield Festival')
          },
        },
        {
          name: 'an event in the agenda',
          async open(page) {
            await pressButton(page, /^Support at the Fenton/)
            await expect(lastDialog(page).getByRole('radiogroup').first()).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'event',
      path: eventPath(band.gigId),
      heading: 'Launch at the Adelphi',
      states: [
        loadedState,
        dialogState('Edit gig sheet', 'Gig sheet'),
        dialogState('Share by link', 'Share the gig sheet'),
        dialogState('Edit', 'Edit event'),
        dialogState('I drive', 'I drive'),
        dialogState('Set another member’s lift', 'Set another member’s lift'),
        alertDialogState('Cancel event', 'Cancel Launch at the Adelphi?'),
        tabState('Set list'),
        tabState('History'),
        {
          name: 'a note that asks',
          async open(page) {
            await page.getByLabel('Write a note').fill('What do we wear?')
            await pressButton(page, 'Ask: add choices')
            await pressButton(page, 'Send the note')
            await expectText(page, 'A poll has 2 to 6 choices')
          },
        },
      ],
    },
    { route: 'event', path: eventPath(band.pastGigId), heading: /Last week/, states: [loadedState] },
    { route: 'event', path: eventPath(band.practiceId), heading: /./, states: [loadedState] },
    { route: 'event', path: eventPath(band.seriesEventId), heading: /./, states: [dialogState('Edit', 'Edit event')] },
    { route: 'event', path: eventPath(band.optionId), heading: /Support/, states: [loadedState] },
    { route: 'event', path: eventPath(band.cancelledId), heading: 'Works party', states: [loadedState] },
    { route: 'event', path: eventPath(unknownId), heading: /./, states: [loadedState] },
    { route: 'settlement', path: `${eventPath(band.gigId)}/settlement`, heading: 'Settlement', states: [loadedState] },
    { route: 'settlement', path: `${eventPath(unknownId)}/settlement`, heading: 'Settlement', states: [loadedState] },
    {
      route: 'money',
      path: `/bands/${band.id}/money`,
      heading: 'Money',
      states: [loadedState, dialogState('Add expense', 'Add an expense'), dialogState('Pot', 'The pot')],
    },
    { route: 'statement', path: `/bands/${band.id}/money/statement`, heading: 'Statement', states: [loadedState] },
    recordingsScreen(band.id),
    { route: 'options', path: optionsPath(band.optionGroupId), heading: /Support/, states: ofOptions },
    { route: 'options', path: optionsPath(unknownId), heading: 'Dates', states: [loadedState] },
    {
      route: 'songs',
      path: '/songs',
      heading: 'Practice List',
      states: [
        dialogState(/^Add Song/, 'Add Song'),
        {
          name: 'a song opened',
          async open(page) {
            await pressButton(page, /^Valerie/)
            await expect(page.getByRole('switch', { name: 'Veto' })).toBeVisible()
          },
        },
        alertDialogState('Remove', 'Remove song'),
      ],
    },
    {
      route: 'setlists',
      path: '/setlists',
      heading: 'Set lists',
      states: [loadedState, dialogState('New set list', 'New set list'), missingNameState, unsavedNameState],
    },
    {
      route: 'setlist',
      path: `/setlists/${band.setlistId}`,
      heading: 'Friday',
      states: [
        loadedState,
        dialogState('Add songs and breaks', 'Add to the set list'),
        dialogState(/^\d.*Dakota/, 'Dakota'),
        dialogState('Use at an event', 'Use at an event'),
        menuState('More', 'More'),
      ],
    },
    {
      route: 'stage',
      path: `/setlists/${band.setlistId}/stage`,
      heading: 'Friday',
      states: [loadedState, { name: 'the whole list', open: (page) => pressButton(page, 'Whole list') }],
    },
    {
      route: 'chart',
      path: `/bands/${band.id}/charts/${band.chartId}`,
      heading: 'Seven Nation Army in E',
      states: [
        loadedState,
        {
          name: 'drawing',
          async open(page) {
            await pressButton(page, 'Draw')
            await expect(page.getByRole('switch', { name: 'Show to the band' })).toBeVisible()
          },
        },
      ],
    },
    {
      route: 'chart',
      path: `/bands/${band.id}/charts/${unknownId}`,
      heading: 'Chart',
      states: [{ name: 'absent', open: (page) => expectText(page, 'This chart is not here') }],
    },
    { route: 'admin', path: '/admin', heading: 'Manage Band', states: ofBandSettings },
    {
      route: 'admin',
      path: '/admin?tab=members',
      heading: 'Manage Band',
      states: [
        loadedState,
        dialogState('Add a dep', 'Add a dep'),
        dialogState('Edit your card', 'Your card in this band'),
        dialogState('Change what Kit can do', 'What Kit can do'),
        alertDialogState('Remove Kit', 'Remove Kit from the band?'),
        alertDialogState('Leave Side Project', 'Leave Side Project?'),
      ],
    },
    { route: 'admin', path: '/admin?tab=spotify', heading: 'Manage Band', states: [loadedState] },
    { route: 'admin', path: '/admin?tab=page', heading: 'Manage Band', states: [loadedState] },
    ...emptyBandScreens,
    ...failingRequestScreens,
  ]
}
