import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { isAlwaysDark, routeNames, routes } from '@gaffer/domain/routes'
import { describe, expect, it } from 'vitest'
import { storageKeys } from '#lib/browser-storage.ts'

const script = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8')
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function runThemeScript(pathname: string, stored: string | null | Error) {
  const dataset: { theme?: string } = {}
  const meta = { content: '' }
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored
    return key === storageKeys.theme ? stored : null
  }
  const document = { documentElement: { dataset }, querySelector: () => meta }
  runInNewContext(script, { document, location: { pathname }, localStorage: { getItem } })
  return { theme: dataset.theme, bar: meta.content }
}

describe('before the first paint', () => {
  it('theme.js sets the dark theme unless the light theme is stored', () => {
    expect(runThemeScript('/dashboard', null).theme).toBe('dark')
    expect(runThemeScript('/dashboard', 'light').theme).toBe('light')
    expect(runThemeScript('/dashboard', new Error('refused')).theme).toBe('dark')
  })

  it.each([...routeNames.map((name) => routes[name].path), '/login/', '/invite/a/b', '/invited', '/x'])(
    'theme.js forces the dark theme on the page %s exactly if isAlwaysDark is true for it',
    (path) => expect(runThemeScript(path, 'light').theme).toBe(isAlwaysDark(path) ? 'dark' : 'light'),
  )

  it("theme.js gives the browser's address bar the background colour of the page", () => {
    const [dark, light] = [...tokens.matchAll(/--bg: (#\w+)/g)].map(([, value]) => value)
    expect(runThemeScript('/dashboard', 'dark').bar).toBe(dark)
    expect(runThemeScript('/dashboard', 'light').bar).toBe(light)
  })
})
