import { expectAccessible, rulesDisabledForListbox } from './axe.ts'
import { joinBandAsKit, createAndSelectBand } from './calendar-steps.ts'
import { expect, selectBandIn, selectDemoBand, signIn, test } from './fixtures.ts'
import type { AppServer } from './app-server.ts'
import { waitForOverlayEntryRemoved } from './shell-steps.ts'

const [ros, mags, danny] = ['+447700900101', '+447700900102', '+447700900104']

async function waitForMessageTo(server: AppServer, to: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const inbox = await fetch(`${server.url}/dev/inbox?format=json&to=${encodeURIComponent(to)}`)
    const texts = ((await inbox.json()) as { text: string }[]).map((message) => message.text)
    text = texts.find((one) => one.includes('/invite/')) ?? ''
    expect(text).not.toBe('')
  }).toPass()
  server.keepOutOfLogs(/\/invite\/(\S+)/.exec(text)?.[1] as string)
  return text
}

test('band settings are saved and reset, and saving over another member’s edit asks which version to keep', async ({
  page,
  context,
  demo,
  newContext,
  allowErrors,
}, { project }) => {
  allowErrors(/412/)
  await signIn(context, demo, ros)
  await selectDemoBand(context, demo)
  await page.goto(`${demo.url}/admin`)
  await page.getByLabel('Description').fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Description')).not.toHaveValue('Never mind')
  await page.getByLabel('Band Name').fill(' ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a name for your band').first()).toBeVisible()
  const toast = await page.getByRole('listitem').filter({ hasText: 'Band name required' }).boundingBox()
  const save = await page.getByRole('button', { name: 'Save Changes' }).boundingBox()
  // On wide screens the toast must not cover the Save button.
  if (project.name === 'desk') expect((save?.x ?? 0) + (save?.width ?? 0)).toBeLessThan(toast?.x ?? 0)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const isOn = page.getByRole('group', { name: 'Allowed event types' }).getByRole('button', { pressed: true })
  for (let left = await isOn.count(); left > 1; left -= 1) await isOn.first().click()
  await isOn.click()
  await expect(isOn).toHaveCount(1)
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Ros edits before Mags saves: an unchanged form would show the version of Mags.
  await page.getByLabel('Description').fill(`Ros was here, on a ${project.name}`)
  await page.getByRole('button', { name: 'Rehearsal' }).click()
  const other = await newContext()
  await signIn(other, demo, mags)
  await selectDemoBand(other, demo)
  const theirs = await other.newPage()
  await theirs.goto(`${demo.url}/admin`)
  await theirs.getByLabel('Description').fill(`Mags was here, on a ${project.name}`)
  await theirs.getByRole('button', { name: 'Save Changes' }).click()
  await expect(theirs.getByText('Band settings updated successfully', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mags saved the settings while you had them open')
  await expect(dialog).toContainText(`Theirs: Mags was here, on a ${project.name}`)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Band settings updated successfully', { exact: true })).toBeVisible()
  await waitForOverlayEntryRemoved(page)
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue(`Ros was here, on a ${project.name}`)
})

test('an admin invites by link, text and mail, removes an invited member and revokes an invitation by text', async ({
  page,
  context,
  demo,
}, { project }) => {
  await signIn(context, demo, ros)
  await selectDemoBand(context, demo)
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('region', { name: 'The band' }).getByRole('link', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Generate invite link' })).toBeVisible()
  await expect(page).toHaveURL(`${demo.url}/admin?tab=members`)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')

  const note = `For the horns, on a ${project.name}`
  await page.getByLabel('Note').fill(note)
  await page.getByRole('button', { name: 'Generate invite link' }).dblclick()
  await expect(page.getByText('Invite link generated!', { exact: true })).toBeVisible()
  demo.keepOutOfLogs((await page.getByLabel(/^Link, good until/).inputValue()).split('/invite/')[1] as string)
  const links = page.getByRole('listitem').filter({ hasText: note })
  await expect(links).toContainText(/By Ros on .*0 of 25 joined/)
  await expect(links).toHaveCount(1)
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect(page.getByText('Scan this to join The Night Buses')).toBeVisible()

  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Please enter a phone number to send the invite').first()).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  const phone = project.name === 'phone' ? '+447700900301' : '+447700900302'
  await page.getByLabel('Phone number').fill(`0${phone.slice(3)}`)
  await page.getByLabel(/^Name/).fill('Gina Horn')
  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent!', { exact: true })).toBeVisible()
  expect(await waitForMessageTo(demo, phone)).toContain('Ros invites you to join The Night Buses on Gaffer')

  // Invited members are not counted.
  const heading = page.getByRole('heading', { name: /^Members ?\d+$/ })
  const count = (await heading.textContent()) as string
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  const name = `Sal on a ${project.name}`
  const email = `sal.${project.name}@example.org`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Display Name').fill(name)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expectAccessible(page, { disabledRules: rulesDisabledForListbox })
  await page.getByRole('option', { name: 'Keyboards' }).click()
  await page.getByText('Piano', { exact: true }).click()
  await page.getByRole('button', { name: 'Add member' }).click()
  await expect(page.getByText('Band member invited successfully', { exact: true })).toBeVisible()
  expect(await waitForMessageTo(demo, email)).toContain('Accept the invitation:')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  await expect(heading).toHaveText(count)

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This cannot be undone.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Band member removed successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: `Revoke Gina Horn, 0${phone.slice(3, 7)} ${phone.slice(7)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked', { exact: true })).toBeVisible()
  await expect(page.getByText(`Ros removed ${name}`)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  // At 320 px and 200% text size the tabs stack, and the bar still names the section.
  await page.setViewportSize({ width: 320, height: 700 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const section = page.getByRole('banner').getByText('Manage Band')
  expect(await section.evaluate((p) => [p.scrollWidth - p.clientWidth, p.scrollHeight - p.clientHeight])).toEqual([
    0, 0,
  ])
})

test('the removal dialog lists the events of the member, and a switch keeps one for the band', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const add = (title: string, date: string) =>
    apiAsKit('post', `/api/bands/${band.id}/events`, { type: 'practice', title, date, location: 'Unit 4' })
  await add('Old times', '2020-02-29')
  await add('Load-in', '2099-03-05')
  await add('Sound check', '2099-03-06')
  await page.goto(`${demo.url}/admin?tab=members`)
  await page.getByRole('button', { name: 'Remove Kit' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText("This deletes Kit's events and availability entries")
  await expect(dialog).toContainText('This cannot be undone.')
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Load-in05\/03\/2099/,
    /Sound check06\/03\/2099/,
    /Old times29\/02\/2020/,
  ])
  await expect(dialog.getByRole('switch', { checked: true })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('switch', { name: 'Keep for the band : Sound check, 06/03/2099' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Band member removed successfully', { exact: true })).toBeVisible()
  const events = await band.api<{ title: string }[]>(
    'get',
    `/api/bands/${band.id}/events?startDate=2099-03-01&endDate=2099-03-31`,
  )
  expect(events.map(({ title }) => title)).toEqual(['Sound check'])
})

test('a member who leaves the band from their own card lands on the dashboard, and an owner restores one of their events', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createAndSelectBand(page, demo)
  const kits = await newContext()
  const apiAsKit = await joinBandAsKit(kits, demo, band)
  for (const [title, date] of [
    ['Load-in', '2099-03-05'],
    ['Sound check', '2099-03-06'],
    ['Show', '2099-03-07'],
  ]) {
    await apiAsKit('post', `/api/bands/${band.id}/events`, { type: 'practice', title, date, location: 'Unit 4' })
  }
  const kit = await kits.newPage()
  await selectBandIn(kit, band.id)
  await kit.goto(`${demo.url}/admin?tab=members`)
  await kit.getByRole('button', { name: 'Leave Side Project' }).click()
  const dialog = kit.getByRole('alertdialog', { name: 'Leave Side Project?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(kit)
  await dialog.getByRole('switch', { name: 'Keep for the band : Show, 07/03/2099' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(kit).toHaveURL(/\/dashboard$/)
  await expect(kit.getByText('You left Side Project', { exact: true })).toBeVisible()
  await expect(kit.getByText('You are no longer in')).toBeHidden()

  await page.goto(`${demo.url}/admin?tab=members`)
  await expect(page.getByText('Kit left the band')).toBeVisible()
  await page.getByRole('button', { name: 'Restore 2 events' }).click()
  const restoring = page.getByRole('dialog', { name: 'Restore events' })
  await expectAccessible(page)
  await restoring.getByRole('button', { name: /^Restore Sound check/ }).click()
  await expect(restoring.getByRole('listitem')).toHaveText([/^Load-in/])
  await restoring.getByRole('button', { name: 'Close' }).click()
  const events = await band.api<{ title: string }[]>(
    'get',
    `/api/bands/${band.id}/events?startDate=2099-03-01&endDate=2099-03-31`,
  )
  expect(events.map(({ title }) => title)).toEqual(['Sound check', 'Show'])
})

test('a member without the permission to invite is referred to an admin, cannot remove members, and edits their own card', async ({
  page,
  context,
  demo,
}, { project }) => {
  await signIn(context, demo, danny)
  await page.goto(`${demo.url}/admin?tab=members`)
  await expect(page.getByText('Contact an admin to invite new members.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate invite link' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit your card' }).click()
  const card = page.getByRole('dialog')
  await card.getByLabel('Role').fill(`Drums, on a ${project.name}`)
  await card.getByText('Producer', { exact: true }).click()
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`Drums, on a ${project.name}`)).toBeVisible()
})
