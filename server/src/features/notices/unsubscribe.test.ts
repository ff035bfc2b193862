import { beforeEach, expect, test } from 'vitest'
import type { NoticeGroup } from '@gaffer/domain/notices/notice'
import { readNoticeSettings } from './service.ts'
import { postForm } from '#testing/forms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let ros: TestClient, stranger: TestClient
beforeEach(async () => {
  ros = await server().createUser()
  stranger = server().newClient()
})

const oneClick = { 'List-Unsubscribe': 'One-Click' }
const tokenOf = (group: NoticeGroup, userId = ros.user.id) =>
  server().services.links.signLink('unsubscribe', [userId], { boundTo: group })
const pagePath = (token = tokenOf('changes')) => `/unsubscribe/${token}`
async function readMailSettings({ user }: TestClient): Promise<boolean[]> {
  const { groups } = await readNoticeSettings(server().services.db, { userId: user.id } as never)
  return [groups.asked.email, groups.changes.email, groups.reminders.email, groups.news.email]
}

test('the unsubscribe page has one button, and 200 GETs of it change no mail setting', async () => {
  const { status, text, headers } = await stranger.get(pagePath())
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(text).toContain('Stop mail about “Changes”?')
  expect(text.match(/<button/g)).toHaveLength(1)
  expect(text).not.toMatch(/<script/)
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => stranger.get(pagePath())))
  }
  expect(await readMailSettings(ros)).toEqual([true, true, true, false])
})

test('the button of an unsubscribe page turns off the mails of one group of notices only, and can be pressed twice', async () => {
  for (const _ of [1, 2]) {
    const { status, text } = await postForm(stranger, pagePath(), oneClick)
    expect([status, text.includes('No more mail about “Changes”')]).toEqual([200, true])
    expect(await readMailSettings(ros)).toEqual([true, false, true, false])
  }
  await postForm(stranger, pagePath(tokenOf('asked')), oneClick)
  expect(await readMailSettings(ros)).toEqual([false, false, true, false])
})

test('an unsubscribe form that another site sends as multipart turns off the mails of the group in its link', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const { status } = await stranger.post(pagePath(), body, {
    'content-type': 'multipart/form-data; boundary=x',
    'sec-fetch-site': 'cross-site',
    origin: 'https://mail.example',
  })
  expect(status).toBe(200)
  expect(await readMailSettings(ros)).toEqual([true, false, true, false])
})

test('an unsubscribe POST without List-Unsubscribe=One-Click is 400 and changes no mail setting', async () => {
  for (const body of ['', 'List-Unsubscribe=Two-Clicks', 'x=1']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect([body, (await stranger.post(pagePath(), body, headers)).status]).toEqual([body, 400])
  }
  expect(await readMailSettings(ros)).toEqual([true, true, true, false])
})

test('an unsubscribe link with a forged token or the token of an erased account is 404', async () => {
  const kit = await server().createUser()
  const [mine, theirs] = [tokenOf('changes'), tokenOf('changes', kit.user.id)]
  const seal = (token: string) => token.split('.')[2]
  const gone = await server().createUser()
  const dead = tokenOf('changes', gone.user.id)
  await gone.delete('/api/me')
  const tokens = [
    `${kit.user.id}.changes.${seal(mine)}`,
    `${ros.user.id}.asked.${seal(mine)}`,
    `${ros.user.id}.changes.${seal(theirs)}`,
    `${ros.user.id}.other.${seal(mine)}`,
    mine.slice(0, -1),
    `${mine}A`,
    'x',
    dead,
  ]
  for (const token of tokens) {
    expect([token, (await stranger.get(pagePath(token))).status]).toEqual([token, 404])
    expect((await postForm(stranger, pagePath(token), oneClick)).status).toBe(404)
  }
  expect([await readMailSettings(ros), await readMailSettings(kit)]).toEqual([
    [true, true, true, false],
    [true, true, true, false],
  ])
})
