// States of a screen, for every-screen.ts: dialogs, menus, error messages.

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type State = {
  name: string
  /** Brings the page, without open dialogs, into this state. */
  open?: (page: Page) => Promise<void>
}

export const asLoaded: State = { name: 'as loaded' }
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
export const dialog = (page: Page) => page.getByRole('dialog').last()
export const shown = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

/** Opens by a button, and waits for the dialog of that name. */
export const opens = (button: string | RegExp, title: string): State => ({
  name: title,
  async open(page) {
    await press(page, button)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  },
})
export const asks = (button: string | RegExp, title: string): State => ({
  name: title,
  async open(page) {
    await press(page, button)
    await expect(page.getByRole('alertdialog', { name: title })).toBeVisible()
  },
})

export const menu = (name: string, button: string | RegExp): State => ({
  name,
  async open(page) {
    await press(page, button)
    await expect(page.getByRole('menu')).toBeVisible()
  },
})
export const tab = (name: string): State => ({ name, open: (page) => page.getByRole('tab', { name }).click() })
/** Resolves once the text is there. */
export const says = (text: string | RegExp): State => ({ name: String(text), open: (page) => shown(page, text) })

export const failed: State = {
  name: 'a failed request',
  open: (page) => expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible(),
}
export const missingName: State = {
  name: 'a form without a required value',
  async open(page) {
    await press(page, 'New set list')
    await press(page, 'Create')
    await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  },
}
export const unsavedName: State = {
  name: 'a closed form with unsaved values',
  async open(page) {
    await press(page, 'New set list')
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Saturday')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  },
}
