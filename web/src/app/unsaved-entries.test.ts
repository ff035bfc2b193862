import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !path.startsWith('ui/'))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
const textOf = (path: string) => modules.find((module) => module.path === path)?.text ?? ''

const textFields =
  /<(TextField|TextArea|PhoneField|EmailField|PickerField|DateField|DateFieldWithPicker|TimeField|Field)\b/
/** Matches the registration of a form, by its dialog or by a hook of its own. */
const registration = /\bisDirty=\{|\buseUnsavedEntries\(/

/** Modules with fields, each with the module that registers their form. */
const formModules: Record<string, string> = {
  'features/events/event-form/answer-fields.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/date-field.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/event-form-fields.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/gig-fields.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/option-dates-field.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/picker-field.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/repeat-field.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/schedule-fields.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/events/event-form/time-field.tsx': 'features/events/event-form/event-form-dialog.tsx',
  'features/gig-sheets/gig-running-times-field.tsx': 'features/gig-sheets/gig-sheet-form.tsx',
  'features/gig-sheets/gig-sheet-fields.tsx': 'features/gig-sheets/gig-sheet-form.tsx',
  'features/lifts/use-car-fields.tsx': 'features/lifts/event-lifts.tsx',
  'features/money/cost-fields.tsx': 'features/money/settlement-form.tsx',
  'features/money/pounds-field.tsx': 'features/money/settlement-form.tsx',
  'lib/phone-field.tsx': 'features/deps/dep-dialog.tsx',
  'screens/profile/hometown-field.tsx': 'screens/profile/profile-page.tsx',
}

/** Modules whose fields have no unsaved entries, each with the reason. */
const modulesWithoutEntries: Record<string, string> = {
  'features/calendar-feeds/subscribe-dialog.tsx': 'an address to copy',
  'features/events/event-details/share-event.tsx': 'a text to copy',
  'features/free-dates/free-date-filter-fields.tsx': 'a filter',
  'features/notes/poll-fields.tsx': 'a draft that the browser stores with each letter',
  'features/notices/who-will-be-told.tsx': 'a text to copy',
  'features/own-data/delete-account.tsx': 'a typed confirmation',
  'screens/login/phone-sign-in.tsx': 'nobody is signed in',
}

test('each module with a text field registers its unsaved entries, except parts of a registered form and fields without entries', () => {
  const withText = modules.filter(({ text }) => textFields.test(text))
  const unregistered = withText.filter(({ text }) => !registration.test(text)).map(({ path }) => path)
  expect(unregistered.toSorted()).toEqual(
    [...Object.keys(formModules), ...Object.keys(modulesWithoutEntries)].toSorted(),
  )
})

test('each form that has its fields in other modules registers its unsaved entries', () => {
  const forms = [...new Set(Object.values(formModules))]
  expect(forms.filter((path) => !registration.test(textOf(path)))).toEqual([])
})
