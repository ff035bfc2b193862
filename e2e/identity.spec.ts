import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import {
  onePixelGif,
  createRotatedPhoto,
  createPicture,
  isSubmitEnabledAfterTyping,
  chooseGoogleAccount,
  readChosenPicture,
  readUploadedType,
  dropPicture,
  toE164,
  createInviteLink,
  joinWithNewAccount,
  createPhoneNumber,
  rosPhone,
  expectText,
  verifyPhone,
} from './identity-steps.ts'

test('the login page formats pasted numbers and refuses wrong codes, and after a sign-in opens the page that was requested', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 40[01]/)
  const link = await createInviteLink(await newContext(), demo)
  const number = createPhoneNumber()
  await joinWithNewAccount(page, demo, { link, number })
  await page.goto(`${demo.url}/profile`)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto(`${demo.url}/calendar`)
  await expect(page).toHaveURL(/\/login$/)

  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expectText(page, 'Phone number required')
  await expectText(page, 'Please enter your phone number to continue')
  const phone = page.getByLabel('Mobile number')
  await phone.pressSequentially('+7 700 900123')
  await expect(phone).toHaveValue('+7700900123')
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expectText(page, 'Please enter a UK mobile number')
  for (const pasted of ['+44 7700 900 555', '0044 (0)7700 900555', '07700900555']) {
    await phone.evaluate((input, text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      ;(input as HTMLInputElement).select()
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, pasted)
    await expect(phone).toHaveValue('07700 900555')
  }

  // An unknown number gets the same page, but no code.
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText('No code? Gaffer is invitation only. Ask your band for a link.')).toBeVisible()
  await expect(page.getByText(/New code in \d+ s/)).toBeVisible()
  const box = page.getByLabel('Verification code')
  await expect(box).toHaveAttribute('autocomplete', 'one-time-code')
  await box.fill('12a')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectText(page, 'Verification code required')
  // The button is enabled right after the last digit. Without a click the form submits itself.
  expect(await isSubmitEnabledAfterTyping(box, '123456')).toBe(true)
  await expectText(page, 'Invalid code')
  await expectText(page, 'Please check your code and try again')
  await expectAccessible(page)
  // The code step is in sessionStorage: it survives a reload, and a switch to the Social tab and back.
  await page.reload()
  await expect(page.getByText('We sent a code to 07700 900555')).toBeVisible()
  await page.getByRole('tab', { name: 'Social' }).click()
  await page.getByRole('tab', { name: 'Phone' }).click()
  await expect(page.getByText('We sent a code to 07700 900555')).toBeVisible()
  await box.fill('123456')
  await expectText(page, 'Invalid code')
  await page.getByRole('button', { name: 'Use different number' }).click()
  await expect(phone).toBeVisible()
  await expect(page.getByText('Invalid code')).toHaveCount(0)
  await page.reload()
  await phone.fill('07700900555')
  await page.getByRole('button', { name: 'I already have a code' }).click()
  await expect(page.getByText('Enter the code for 07700 900555')).toBeVisible()
  await page.getByRole('button', { name: 'Use different number' }).click()

  // After sign-in the requested page opens, not the dashboard.
  await phone.fill('')
  await verifyPhone(page, demo, '07700900103')
  await expect(page).toHaveURL(/\/calendar$/)
})

test('a profile is saved with a scaled picture; wrong, oversized and unreadable image files are refused with a message', async ({
  page,
  demo,
  newContext,
}) => {
  const link = await createInviteLink(await newContext(), demo)
  await joinWithNewAccount(page, demo, { link, number: createPhoneNumber() })
  await page.goto(`${demo.url}/profile`)
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await expect(page.getByText('Google Maps API key not configured')).toHaveCount(0)
  await page.getByLabel('Hometown').focus()
  await expect(page.getByText('Google Maps API key not configured')).toBeVisible()
  await expect(page.getByText('You can still type your hometown manually')).toBeVisible()
  await expect(page.locator('form')).toHaveText(
    /First name.*Last name.*Display name.*Hometown.*Primary instrument.*Your picture.*Save Changes/s,
  )
  await expect(page.getByText('This device')).toBeVisible()

  const picture = page.locator('input[type=file]')
  await picture.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expectText(page, 'Invalid file type')
  await expectText(page, 'Please select an image file (PNG, JPG, GIF, etc.)')
  await picture.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expectText(page, 'File too large')
  await expectText(page, 'Image must be smaller than 5MB')
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await picture.setInputFiles(text)
  await expectText(page, 'Failed to read the image file')
  await expect(page.locator('fieldset img')).toHaveCount(0)
  const gif = { name: 'a.gif', mimeType: 'image/gif', buffer: onePixelGif }
  expect(await readUploadedType(page, () => picture.setInputFiles(gif))).toBe('image/gif')
  await expectText(page, 'Image uploaded')
  expect(await readChosenPicture(page)).toMatchObject({ width: 1, height: 1 })
  await page.getByRole('button', { name: 'Remove' }).click()
  await dropPicture(page, text)
  await expectText(page, 'Upload failed')
  await expectText(page, 'Failed to read the image file')
  await expect(page.locator('fieldset img')).toHaveCount(0)
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await createRotatedPhoto(page) }
  expect(await readUploadedType(page, () => picture.setInputFiles(photo))).toBe('image/jpeg')
  await expectText(page, 'Image uploaded')
  expect(await readChosenPicture(page)).toMatchObject({ width: 342, height: 512, alpha: 255 })
  await page.getByRole('button', { name: 'Remove' }).click()
  await picture.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') })
  await expectText(page, 'Upload failed')
  await expectText(page, 'Failed to read the image file')

  const portrait = { name: 'me.png', mimeType: 'image/png', buffer: await createPicture(page) }
  expect(await readUploadedType(page, () => picture.setInputFiles(portrait))).toBe('image/webp')
  await expectText(page, 'Image uploaded')
  expect(await readChosenPicture(page)).toEqual({ width: 512, height: 342, alpha: 0 })

  await page.getByLabel('Hometown').fill('Hebden Bridge')
  await page.getByLabel('Primary instrument').click()
  await page.getByRole('option', { name: 'Trumpet' }).click()
  const name = page.getByLabel('Display name')
  await name.fill('')
  // The invalid field must be scrolled out from under the header.
  await name.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 10))
  await page.getByLabel('Hometown').press('Enter')
  await expect(page.getByText('Display name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await expect.poll(async () => (await name.boundingBox())?.y).toBeGreaterThan(56)
  await page.getByLabel('Display name').fill('Nell W')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Profile Updated')
  await expect(page).toHaveURL(/\/dashboard$/)

  const { user } = await (await page.request.get(`${demo.url}/api/me`)).json()
  expect(user).toMatchObject({ displayName: 'Nell W', hometown: 'Hebden Bridge', instrument: 'trumpet' })
  expect(user.avatarUrl).toMatch(/^\/images\/.+\.webp$/)

  await page.goto(`${demo.url}/profile`)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Cancel Changes' }).click()
  await expect(page.locator('fieldset img')).toHaveAttribute('src', user.avatarUrl)
})

test('a user signs out another device, downloads their data and deletes the account', async ({
  page: lost,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 401/)
  const link = await createInviteLink(await newContext(), demo)
  const number = createPhoneNumber()
  // The invitation survives the redirect to Google and back.
  await joinWithNewAccount(lost, demo, { link, number, google: 'Ben' })

  const page = await (await newContext()).newPage()
  await page.goto(`${demo.url}/login`)
  await chooseGoogleAccount(page, 'Ben')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${demo.url}/profile`)
  const devices = page.getByRole('list').filter({ hasText: 'This device' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: /^Sign out/ }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(/is signed out$/).first()).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  // The page redirects to /login once its live stream is refused. A reload during the redirect would fail.
  await expect(lost).toHaveURL(/\/login$/)
  await lost.reload()
  await expect(lost).toHaveURL(/\/login$/)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^gaffer-my-data-.+\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(JSON.stringify(data)).toContain(toE164(number))

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('Type delete to continue')).toBeVisible()
  await dialog.getByLabel(/to confirm/).fill('Delete')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(`${demo.url}/`)
  expect((await page.request.get(`${demo.url}/api/me`)).status()).toBe(401)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'gaffer.theme'))).toEqual([])
})

test('the platform admin makes a founder invitation; the account of the sole owner of a band with other members cannot be deleted', async ({
  page,
  context,
  demo,
  allowErrors,
}) => {
  allowErrors(/status of 409/)
  await signIn(context, demo, rosPhone)
  await page.goto(`${demo.url}/profile`)
  // The first account is the platform admin.
  await page.getByRole('button', { name: 'Invite a founder' }).click()
  const founder = await page.getByLabel(/^Link, good until/).inputValue()
  expect(founder).toContain(`${demo.url}/invite/`)
  demo.keepOutOfLogs(founder.split('/invite/')[1] as string)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/to confirm/).fill('delete')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('You are the only owner of The Night Buses.')).toBeVisible()
  expect((await page.request.get(`${demo.url}/api/me`)).status()).toBe(200)
})
