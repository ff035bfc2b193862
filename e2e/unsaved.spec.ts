// Unsaved entries: a question before they are discarded, and a draft after a session has ended.

import { createAndSelectBand, dateInEmptyMonth } from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { dannyPhone, expireSession, magsPhone } from './shell-steps.ts'

test('unsaved band settings are offered again after a new sign-in, and an unsaved profile is not offered to another account', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/401|ERR_INTERNET_DISCONNECTED/)
  await signIn(context, demo, magsPhone)
  await page.goto(`${demo.url}/profile`)
  await page.getByLabel('Hometown').fill('Whitby')
  await expireSession(page)
  await expect(page.getByText('Sign in again to get back what you were typing.')).toBeVisible()

  await signIn(context, demo, dannyPhone)
  await page.goto(`${demo.url}/profile`)
  await expect(page.getByLabel('First name')).toHaveValue('Danny')
  await expect(page.getByText("Your profile wasn't saved. Continue?")).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('gaffer.drafts'))).toBeNull()

  await page.goto(`${demo.url}/admin`)
  await page.getByLabel('Description').fill('Louder than before')
  await expireSession(page)
  await expect(page.getByText('Sign in again to get back what you were typing.')).toBeVisible()
  await signIn(context, demo, dannyPhone)
  await page.goto(`${demo.url}/admin`)
  await expect(page.getByText("Your band settings weren't saved. Continue?")).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Louder than before')
})

test('exiting the band or signing out with unsaved entries asks first, and "Keep editing" keeps them', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  for (const [path, field] of [
    ['/profile', 'Hometown'],
    ['/admin', 'Description'],
  ] as const) {
    await page.goto(demo.url + path)
    await page.getByLabel(field).fill('Half written')
    for (const way of ['Exit Band', 'Sign Out']) {
      await page.getByRole('button', { name: /Your menu/ }).click()
      await page.getByRole('menuitem', { name: way }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText('not been saved')
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toHaveCount(0)
      await expect(page.getByLabel(field)).toHaveValue('Half written')
    }
    expect(await page.evaluate(() => localStorage.getItem('gaffer.selectedBandId'))).not.toBeNull()
  }
  // A beforeunload dialog after the app's own question would be dismissed here, and the page would stay.
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Exit Band' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${demo.url}/dashboard`)
})

test('a comment that was typed in an event’s details is asked about when the dialog is closed by Escape, Back, its button or a link', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const event = await band.api<{ id: string }>('post', `/api/bands/${band.id}/events`, {
    type: 'practice',
    title: 'Run-through',
    date: dateInEmptyMonth(18),
    startTime: '19:00',
    location: 'Mill Lane',
  })
  await page.goto(`${demo.url}/calendar?event=${event.id}`)
  const details = page.getByRole('dialog', { name: 'Run-through' })
  await details.getByRole('radio', { name: 'Yes' }).click()
  await details.getByRole('button', { name: 'Add a comment' }).click()
  await details.getByLabel('Comment').fill('On my way')
  const question = page.getByRole('alertdialog')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => details.getByRole('button', { name: 'Close' }).click(),
    () => details.getByRole('link', { name: 'Open page' }).click(),
  ]) {
    await close()
    await expect(question).toContainText('not been saved')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(details.getByLabel('Comment')).toHaveValue('On my way')
  }
  await details.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(details).toHaveCount(0)
  await expect(page).toHaveURL(/\/calendar/)
})
