import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandIdInHref, addBandToPath, removeBandFromHref } from './band-link.ts'

test.each([
  ['/songs', '/songs?band=b1'],
  ['/admin?tab=members', '/admin?tab=members&band=b1'],
])('addBandToPath of %s is %s', (path, link) => {
  expect(addBandToPath(path, 'b1')).toBe(link)
})

test.each([
  ['/songs?band=b1', '/songs'],
  ['/songs?band=b1#top', '/songs#top'],
  ['/admin?band=b1&tab=members', '/admin?tab=members'],
  ['/admin?tab=members&band=b1&name=Ros#top', '/admin?tab=members&name=Ros#top'],
])('bandIdInHref finds the band b1 in %s, and removeBandFromHref returns %s', (link, href) => {
  expect(bandIdInHref(link)).toBe('b1')
  expect(removeBandFromHref(link)).toBe(href)
})

test('bandIdInHref finds the band that addBandToPath added, and removeBandFromHref returns the original path', () => {
  const path = fc.tuple(
    fc.constantFrom('/songs', '/admin?tab=members', '/calendar?month=2027-03&view=agenda'),
    fc.uuid(),
  )
  fc.assert(
    fc.property(path, ([href, bandId]) => {
      const link = addBandToPath(href, bandId)
      expect(bandIdInHref(link)).toBe(bandId)
      expect(removeBandFromHref(link)).toBe(href)
    }),
  )
})

test.each(['/admin?tab=members', '/songs', '/songs?armband=b1'])(
  'bandIdInHref of %s is null, and removeBandFromHref returns it unchanged',
  (href) => {
    expect(bandIdInHref(href)).toBeNull()
    expect(removeBandFromHref(href)).toBe(href)
  },
)
