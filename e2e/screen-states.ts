// States of a screen, for every-screen.ts: dialogs, menus, error messages.

import type { RouteName } from '@gaffer/domain/routes'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type Screen = {
  route: RouteName
  path: string
  /** The first heading or, on a screen without one, a text. */
  heading: string | RegExp
  states: ScreenState[]
  /** The condition in which the screen is opened: signed out, in a band without data, or while every request for the band's data fails. */
  given?: 'signed out' | 'empty band' | 'failing requests'
}

export type ScreenState = {
  name: string
  /** Brings the page, without open dialogs, into this state. */
  open?: (page: Page) => Promise<void>
}

export const loadedState: ScreenState = { name: 'as loaded' }
export const pressButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
export const lastDialog = (page: Page) => page.getByRole('dialog').last()
export const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** A state with an open dialog: presses the button and waits for the dialog with this title. */
export const dialogState = (button: string | RegExp, title: string): ScreenState => ({
  name: title,
  async open(page) {
    await pressButton(page, button)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  },
})
export const alertDialogState = (button: string | RegExp, title: string): ScreenState => ({
  name: title,
  async open(page) {
    await pressButton(page, button)
    await expect(page.getByRole('alertdialog', { name: title })).toBeVisible()
  },
})

export const menuState = (name: string, button: string | RegExp): ScreenState => ({
  name,
  async open(page) {
    await pressButton(page, button)
    await expect(page.getByRole('menu')).toBeVisible()
  },
})
export const tabState = (name: string): ScreenState => ({
  name,
  open: (page) => page.getByRole('tab', { name }).click(),
})
/** A state that the screen reaches by itself: waits until the text is visible. */
export const textState = (text: string | RegExp): ScreenState => ({
  name: String(text),
  open: (page) => expectText(page, text),
})

export const failedRequestState: ScreenState = {
  name: 'a failed request',
  open: (page) => expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible(),
}
export const missingNameState: ScreenState = {
  name: 'a form without a required value',
  async open(page) {
    await pressButton(page, 'New set list')
    await pressButton(page, 'Create')
    await expect(lastDialog(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  },
}
export const unsavedNameState: ScreenState = {
  name: 'a closed form with unsaved values',
  async open(page) {
    await pressButton(page, 'New set list')
    await lastDialog(page).getByRole('textbox', { name: 'Name' }).fill('Saturday')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  },
}

export const recordingsScreen = (bandId: string): Screen => ({
  route: 'recordings',
  path: `/bands/${bandId}/recordings`,
  heading: 'Recordings',
  states: [
    loadedState,
    menuState('a recording', 'More about Second half'),
    {
      name: 'playing',
      async open(page) {
        await pressButton(page, 'Play Second half')
        await expect(page.getByRole('slider', { name: 'Place in the recording' })).toBeVisible()
        await expect(page.getByRole('list', { name: 'Songs in this recording' })).toBeVisible()
      },
    },
  ],
})
