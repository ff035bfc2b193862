import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { chooseGoogleAccount, toE164, createPhoneNumber, rosPhone, expectText } from './identity-steps.ts'

test('a Google account linked with a verified phone signs in without a code, and is unknown again after its removal', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 401/)
  const visitor = await (await newContext()).newPage()
  await visitor.goto(`${demo.url}/login`)
  await chooseGoogleAccount(visitor, 'Cancel')
  await expect(visitor.getByText('You did not finish signing in with Google')).toBeVisible()
  await visitor.getByRole('link', { name: 'Continue with Google' }).click()
  await visitor.getByRole('button', { name: 'Cara' }).click()
  await expect(visitor).toHaveURL(/\/login\?error=google_needs_phone$/)
  await expect(visitor.getByText('Verify your phone once to finish signing in with Google')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('Mobile number').fill('07700900102')
  await visitor.getByRole('button', { name: 'Send verification code' }).click()
  await expect(visitor.getByText('c•••@example.com will be able to sign in as you')).toBeVisible()
  // A complete code is not submitted before the user chooses Link or Don’t link.
  await visitor.getByLabel('Verification code').fill(await demo.codeTo('+447700900102'))
  await expect(visitor.getByText('Choose Link or Don’t link first')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(visitor).toHaveURL(/\/dashboard$/)
  const { user } = await (await visitor.request.get(`${demo.url}/api/me`)).json()
  expect(user).toMatchObject({ phone: '+447700900102', externalId: '100000000000000000103' })

  await page.goto(`${demo.url}/profile`)
  await expect(page).toHaveURL(/\/login$/)
  await chooseGoogleAccount(page, 'Cara')
  await expect(page).toHaveURL(/\/profile$/)
  const linked = page.getByRole('listitem').filter({ hasText: 'c•••@example.com' })
  await expect(linked).toContainText('Google, linked just now')

  await page.goto(`${demo.url}/oauth-result?state=secret-state`)
  for (const step of ['Left for Google', 'Back from Google', 'Signed in'])
    await expect(page.getByRole('listitem').filter({ hasText: step })).toBeVisible()
  await expect(page).toHaveURL(`${demo.url}/oauth-result`)
  await expect(page.getByText('… (12 characters)')).toBeVisible()
  await expect(page.getByText('answered 200')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear & Try Again' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Mobile number')).toBeVisible()

  await visitor.goto(`${demo.url}/profile`)
  await visitor.getByRole('button', { name: 'Remove c•••@example.com' }).click()
  await expectAccessible(visitor)
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectText(visitor, 'c•••@example.com can no longer sign in as you')
  await expect(visitor.getByText('Google, linked')).toHaveCount(0)

  // After the removal the account is unknown again. Declining to link deletes the pending identity.
  await page.goto(`${demo.url}/login`)
  await chooseGoogleAccount(page, 'Cara')
  await page.getByLabel('Mobile number').fill('07700900555')
  await page.getByRole('button', { name: 'I already have a code' }).click()
  await page.getByRole('button', { name: "Don't link" }).click()
  await expect(page.getByText('will be able to sign in as you')).toHaveCount(0)
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(async () => (await page.request.get(`${demo.url}/auth/pending-identity`)).json()).toBeNull()
})

test('a text invitation that is opened with another number shows the band and the last digits of the invited number', async ({
  page,
  context,
  demo,
  newContext,
}) => {
  const inviter = await newContext()
  await signIn(inviter, demo, rosPhone)
  const { bands } = await (await inviter.request.get(`${demo.url}/api/me`)).json()
  const number = createPhoneNumber()
  const sent = await inviter.request.post(`${demo.url}/api/bands/${bands[0].bandId}/invites/phone`, {
    data: { phone: toE164(number) },
  })
  expect(sent.status()).toBe(201)
  const inbox = `${demo.url}/dev/inbox?format=json&to=${encodeURIComponent(toE164(number))}`
  const readTexts = async () => (await (await context.request.get(inbox)).json()) as { text: string }[]
  await expect.poll(async () => (await readTexts()).length).toBe(1)
  const token = /\/invite\/([\w-]{43})/.exec((await readTexts())[0]?.text ?? '')?.[1] as string
  demo.keepOutOfLogs(token)

  await page.goto(`${demo.url}/invite/${token}`)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  const sentence = `This link is for the number it was sent to, ending ${number.slice(-3)}`
  await expect(page.getByRole('region', { name: 'Your invitation' })).toContainText('The Night Buses')
  await expect(page.getByText(sentence)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Mobile number').fill('07700900998')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(/^We sent a code to/)).toHaveCount(0)
  await expect(page.getByText('Ask your band for a link')).toHaveCount(0)
  await expectAccessible(page)
})
