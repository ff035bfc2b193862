import { activityVerbs, type ActivityListItem } from '@gaffer/domain/activity/activity'
import { expect, it } from 'vitest'
import { formatActivity } from './format-activity.ts'

const line: ActivityListItem = {
  id: '01890000-0000-7000-8000-000000000000',
  at: '2027-03-01T10:00:00.000Z',
  verb: 'moved',
  actor: 'Dee',
  subject: 'At the Fenton',
  date: '2027-03-13',
  previousDate: '2027-03-12',
  restorable: null,
}

it('an activity line names actor, object and date, with quotes round titles and none round names', () => {
  expect(formatActivity(line)).toBe('Dee moved “At the Fenton” from 12/03/2027 to 13/03/2027')
  expect(formatActivity({ ...line, verb: 'removed', subject: 'Kit' })).toBe('Dee removed Kit')
  const song = { ...line, subject: 'Ghost Town', date: null, previousDate: null }
  expect(formatActivity({ ...song, verb: 'added_song' })).toBe('Dee added “Ghost Town” to the practice list')
  expect(formatActivity({ ...song, verb: 'removed_song' }, { moreSongs: 4 })).toBe(
    'Dee removed “Ghost Town” and 4 more from the practice list',
  )
})

it.each(activityVerbs)(
  'the activity "%s" without names begins with "A former member", and has neither "null" nor "undefined"',
  (verb) => {
    const words = formatActivity({ ...line, verb, actor: null, subject: null, date: null, previousDate: null })
    expect(words).toMatch(/^A former member [a-z]/)
    expect(words).not.toMatch(/null|undefined/)
  },
)
