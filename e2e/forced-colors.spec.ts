// With forced colours (Windows contrast themes) the system replaces every background, so no state may be shown by its background alone.

import type { Locator, Page } from '@playwright/test'
import { joinBandAsKit } from './calendar-steps.ts'
import { addPdfChart } from './chart-steps.ts'
import { expect, test } from './fixtures.ts'
import { createBandWithSongs, songDisclosureButton } from './songs-steps.ts'
import { createTextPdf } from './text-pdf.ts'
import { addRecording } from './upload-steps.ts'

/** The values of colour properties of an element, as the browser draws them. */
const colorsOf = (locator: Locator, ...properties: string[]) =>
  locator.evaluate(
    (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)),
    properties,
  )

/** A system colour as the browser draws it. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = color
    const drawn = getComputedStyle(probe).backgroundColor
    probe.remove()
    return drawn
  }, name)

test('with forced colours the current item of a menu and of a list, the own readiness, the chosen pen, the marks of a player and what is unread are visible, and a switch is one box', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createBandWithSongs(page, demo, ['Ruby'])
  const [songId] = band.songs as [string]
  const kitsApi = await joinBandAsKit(await newContext(), demo, band)
  await kitsApi('post', `/api/bands/${band.id}/notes`, { about: { kind: 'song', id: songId }, text: 'In which key?' })
  const chart = await addPdfChart(page, demo, { bandId: band.id, songId }, 'Ruby', createTextPdf(['Intro']))
  await addRecording(page, demo, band.id, { name: 'First half', marks: [{ songId, atSeconds: 20 }] })
  // Without motion: an option that moves below the mouse would lose the focus.
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(`${demo.url}/songs`)
  const highlight = await systemColor(page, 'Highlight')
  const text = await systemColor(page, 'CanvasText')

  await test.step('what is unread', async () => {
    const dot = page.getByText('Unread notes').locator('..')
    expect(await colorsOf(dot, 'border-top-color', 'border-top-width')).toEqual([text, '5px'])
  })
  await test.step('the own readiness', async () => {
    await songDisclosureButton(page, 'Ruby').click()
    const choices = page.getByRole('group', { name: 'Your readiness' }).locator('label')
    await choices.filter({ hasText: 'Working' }).click()
    await expect.poll(() => colorsOf(choices.filter({ hasText: 'Working' }), 'background-color')).toEqual([highlight])
    expect(await colorsOf(choices.filter({ hasText: /^Ready/ }), 'background-color')).not.toEqual([highlight])
  })
  await test.step('a switch is one box', async () => {
    const thumb = page.getByRole('switch', { name: 'Veto' })
    expect(await thumb.evaluate((element) => getComputedStyle(element, '::before').display)).toBe('none')
  })
  await test.step('the current item of a menu', async () => {
    await page.getByRole('button', { name: 'More for Ruby' }).press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    const item = page.getByRole('menuitem').first()
    await expect(item).toBeFocused()
    expect(await colorsOf(item, 'outline-color', 'outline-style')).toEqual([highlight, 'solid'])
    await page.keyboard.press('Escape')
  })
  await test.step('the current item of a list', async () => {
    await page.goto(`${demo.url}/bands/${band.id}/money`)
    await page.getByRole('button', { name: 'Add expense' }).click()
    await page.getByRole('combobox', { name: 'Who paid' }).press('Enter')
    const option = page.getByRole('option').first()
    await expect(option).toBeFocused()
    expect(await colorsOf(option, 'outline-color', 'outline-style')).toEqual([highlight, 'solid'])
  })
  await test.step('the chosen pen, and the colours of all pens', async () => {
    await page.goto(`${demo.url}/bands/${band.id}/charts/${chart.id}`)
    await page.getByRole('button', { name: 'Draw' }).click()
    const [red, blue] = [page.getByRole('button', { name: 'Red pen' }), page.getByRole('button', { name: 'Blue pen' })]
    expect(await colorsOf(red, 'background-color')).toEqual([highlight])
    expect(await colorsOf(blue, 'background-color')).not.toEqual([highlight])
    expect(await colorsOf(blue.locator('span[style]'), 'background-color')).toEqual(['rgb(0, 71, 208)'])
  })
  await test.step('the marks of a player', async () => {
    await page.goto(`${demo.url}/bands/${band.id}/recordings`)
    await page.getByRole('button', { name: 'Play First half' }).click()
    const mark = page.locator('[style*="left: 33"]')
    expect(await colorsOf(mark, 'border-left-color', 'border-left-width')).toEqual([text, '2px'])
  })
})
