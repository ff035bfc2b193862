import { expect, signIn, test } from './fixtures.ts'
import { rosPhone } from './identity-steps.ts'

test('the session parameter of a debug page does not sign in or change the user, is removed from the address, is not shown, and is stored in the cookie gaffer_debug_session', async ({
  page,
  context,
  demo,
  allowErrors,
}) => {
  allowErrors(/status of 401/)
  const readMe = async () => (await page.request.get(`${demo.url}/api/me`)).json()
  for (const path of ['/auth-success', '/test-auth']) {
    await page.goto(`${demo.url}${path}?session=attackers-session-0123456789`)
    await expect(page.getByText('answered 401')).toBeVisible()
    await expect(page).toHaveURL(`${demo.url}${path}`)
  }

  await signIn(context, demo, rosPhone)
  const before = await readMe()
  await page.goto(`${demo.url}/auth-success?session=attackers-session-0123456789`)
  await expect(page.getByText('answered 200')).toBeVisible()
  await expect(page).toHaveURL(`${demo.url}/auth-success`)
  await expect(page.getByText('gaffer_debug_session')).toBeVisible()
  expect(await page.content()).not.toContain('attackers-session')
  expect(await readMe()).toEqual(before)
  const debugCookie = (await context.cookies()).find(({ name }) => name === 'gaffer_debug_session')
  expect(debugCookie).toMatchObject({ secure: true, sameSite: 'Lax', value: 'attackers-session-0123456789' })
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
