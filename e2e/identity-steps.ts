// Steps of the sign-in and profile journeys.

import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, signIn } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

export const rosPhone = '+447700900101'
// Unique within a server: each spec file of each project has its own server.
let lastNumber = 300
export const createPhoneNumber = () => `07700900${(lastNumber += 1)}`
export const toE164 = (number: string) => `+44${number.slice(1)}`

/** Creates an invitation link to the demo band as Ros. */
export async function createInviteLink(context: BrowserContext, server: AppServer): Promise<string> {
  await signIn(context, server, rosPhone)
  const { bands } = await (await context.request.get(`${server.url}/api/me`)).json()
  const path = `${server.url}/api/bands/${bands[0].bandId}/invites/general`
  return (await (await context.request.post(path)).json()).inviteLink
}

/** Enters the number, then the code that was sent. `linksGoogle` consents to link the pending Google account. */
export async function verifyPhone(page: Page, server: AppServer, number: string, linksGoogle = false): Promise<void> {
  await page.getByLabel('Mobile number').fill(number)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText('We sent a code to')).toBeVisible()
  if (linksGoogle) await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('Verification code').fill(await server.codeTo(toE164(number)))
}

type NewMember = { link: string; number: string; /** Signs in with this account of the fake Google. */ google?: string }

/** Accepts the invitation with a new account and completes its profile. Ends on the dashboard. */
export async function joinWithNewAccount(
  page: Page,
  server: AppServer,
  { link, number, google }: NewMember,
): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await expect(page.getByRole('region', { name: 'Your invitation' })).toContainText(
    'Ros has invited you to join The Night Buses',
  )
  if (google) {
    await chooseGoogleAccount(page, google)
    await expect(page.getByText('Verify your phone once to finish signing in with Google')).toBeVisible()
  }
  await verifyPhone(page, server, number, google !== undefined)
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible()
  await page.getByLabel('First name').fill('Nell')
  await page.getByLabel('Last name').fill('Ward')
  await page.getByLabel('Display name').fill('Nell')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  // The member list is refetched after the name was saved.
  await expect(page.getByRole('main').getByText('Nell · Member')).toBeVisible()
  const { bands } = await (await page.request.get(`${server.url}/api/me`)).json()
  expect(bands).toMatchObject([{ band: { name: 'The Night Buses' } }])
}

/** Uses `first()`, because a toast contains its text twice while a screen reader announces it. */
export const expectText = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

/** Goes from /login to the fake Google and clicks the button of an account, or "Cancel". */
export async function chooseGoogleAccount(page: Page, account: string): Promise<void> {
  await page.getByRole('tab', { name: 'Social' }).click()
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: account }).click()
}

/** A picture of 1500 × 1000 px, larger than the form sends. The left half is transparent if the type supports it. */
export async function createPicture(page: Page, type = 'image/png'): Promise<Buffer> {
  const url = await page.evaluate((type) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1500, height: 1000 })
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#a34800'
      context.fillRect(750, 0, 750, 1000)
    }
    return canvas.toDataURL(type)
  }, type)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** A portrait photo: landscape pixels with EXIF orientation 6. */
export async function createRotatedPhoto(page: Page): Promise<Buffer> {
  const jpeg = await createPicture(page, 'image/jpeg')
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex')
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

export const onePixelGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export function dropPicture(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const given = { name: file.name, type: file.mimeType, bytes: [...file.buffer] }
  return page.locator('fieldset', { hasText: 'Your picture' }).evaluate((area, { name, type, bytes }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
    area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, given)
}

/** The media type in which the page uploads the picture that `choose` chooses. */
export async function readUploadedType(page: Page, choose: () => Promise<void>): Promise<string | undefined> {
  const uploaded = page.waitForRequest((request) => request.url().endsWith('/api/me/pictures'))
  await choose()
  return (await uploaded).headers()['content-type']
}

/** Size and opacity at the left edge of the uploaded picture that the form shows. */
export function readChosenPicture(page: Page): Promise<{ width: number; height: number; alpha: number }> {
  return page.locator('fieldset img').evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context?.drawImage(image, 0, 0)
    const alpha = context?.getImageData(5, height >> 1, 1, 1).data[3] ?? -1
    return { width, height, alpha }
  })
}

/** Whether the submit button is enabled right after the digits were typed, before the form submits itself. */
export function isSubmitEnabledAfterTyping(box: Locator, digits: string): Promise<boolean> {
  return box.evaluate(async (element, digits) => {
    const input = element as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, digits)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return input.form?.querySelector('[type=submit]')?.getAttribute('aria-disabled') === null
  }, digits)
}
