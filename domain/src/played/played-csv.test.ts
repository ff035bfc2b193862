import { expect, test } from 'vitest'
import { formatPlayedCsv } from './played-csv.ts'

test('the CSV of the songs played at a gig has their title, writers, length, venue, address and date in playing order, and escapes a formula', () => {
  const song = { songId: null, writers: null, isOwn: true, seconds: null }
  const items = [
    { ...song, title: 'Night Bus', writers: 'Ros Okafor 50%, Kit Lowe 50%', seconds: 225 },
    { ...song, title: '=HYPERLINK("x")' },
  ]
  const address = '1 Queen Street\nLeeds'
  expect(formatPlayedCsv({ venue: 'The Fenton', address, date: '2027-03-05', items }).slice(1).split('\r\n')).toEqual([
    'Title,Writers,Length,Venue,Address,Date',
    'Night Bus,"Ros Okafor 50%, Kit Lowe 50%",3:45,The Fenton,"1 Queen Street, Leeds",05/03/2027',
    `"'=HYPERLINK(""x"")",,,The Fenton,"1 Queen Street, Leeds",05/03/2027`,
    '',
  ])
})
