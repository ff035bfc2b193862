import { emptyPublicPage } from '@gaffer/domain/public-page/public-page'
import { expect, test } from 'vitest'
import { pageFormValuesFrom, pageRequestOf } from './page-form-values.ts'

const band = { name: 'The Night Buses', hometown: 'Leeds', genres: ['Soul', 'Motown'] }

test('the form of a page that was never saved begins with the name, the hometown and the genres of the band', () => {
  const values = pageFormValuesFrom({ ...emptyPublicPage, url: null }, band)
  expect(values).toMatchObject({ slug: 'the-night-buses', hometown: 'Leeds', genres: 'Soul, Motown', isOn: false })
  expect(values.acceptsEnquiries).toBe(true)
})

test('the form of a saved page keeps its empty fields, and the request leaves out empty rows and adds https:// to a link', () => {
  const values = pageFormValuesFrom({ ...emptyPublicPage, version: 1, url: null }, band)
  expect(values).toMatchObject({ slug: '', hometown: '', genres: '' })
  const links = [
    { key: 0, label: ' Shop ', url: 'shop.example' },
    { key: 1, label: '', url: ' ' },
  ]
  expect(pageRequestOf({ ...values, genres: 'Soul, ,Motown', links })).toMatchObject({
    slug: null,
    genres: ['Soul', 'Motown'],
    links: [{ label: 'Shop', url: 'https://shop.example' }],
  })
})
