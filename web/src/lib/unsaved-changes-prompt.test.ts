import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const dialogs = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('ui/'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
  .filter(({ text }) => /<Dialog\s/.test(text))

/** Dialogs whose text is nothing to keep: an address to copy, and a typed confirmation. */
const withoutEntries = ['features/calendar-feeds/subscribe-dialog.tsx', 'features/own-data/delete-account.tsx']

test('each dialog with a text field passes `isDirty`, except those without entries', () => {
  const withText = dialogs.filter(({ text }) => /<(TextField|TextArea|PhoneField|EmailField)\s/.test(text))
  expect(withText.length).toBeGreaterThan(5)
  const silent = withText.filter(({ text }) => !text.includes('isDirty={')).map(({ path }) => path)
  expect(silent.toSorted()).toEqual(withoutEntries)
})

test('each dialog with `isDirty` contains an UnsavedChangesPrompt', () => {
  const dirty = dialogs.filter(({ text }) => text.includes('isDirty={'))
  expect(dirty.length).toBeGreaterThan(10)
  expect(dirty.filter(({ text }) => !text.includes('<UnsavedChangesPrompt')).map(({ path }) => path)).toEqual([])
})
