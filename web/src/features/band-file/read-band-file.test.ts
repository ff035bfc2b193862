import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { limits } from '@gaffer/domain/shared/limits'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { describe, expect, it } from 'vitest'
import { findLikelyMember, readBandFilePreview } from './read-band-file.ts'

const file = {
  schema: 'gaffer-band',
  schemaVersion: 1,
  exportedAt: '2027-01-01T12:00:00.000Z',
  band: { name: 'The Foxes' },
}
const blobOf = (content: unknown) => new Blob([typeof content === 'string' ? content : JSON.stringify(content)])

describe('readBandFilePreview', () => {
  it.each([
    ['text that is not JSON', 'x', bandFileMessages.bandFileUnreadable],
    ['null', null, bandFileMessages.bandFileUnknown],
    ['an export of personal data', { exportedAt: file.exportedAt, account: [] }, bandFileMessages.bandFileUnknown],
    ['a file without a band', { ...file, band: null }, bandFileMessages.bandFileUnknown],
    ['a file of a later version', { ...file, schemaVersion: bandFileVersion + 1 }, bandFileMessages.bandFileVersion],
  ])('readBandFilePreview refuses %s with its message', async (_, content, sentence) => {
    await expect(readBandFilePreview(blobOf(content))).rejects.toThrow(sentence)
  })

  it('readBandFilePreview refuses a file of one byte as unreadable', async () => {
    await expect(readBandFilePreview(new File(['x'], 'band.json'))).rejects.toThrow(bandFileMessages.bandFileUnreadable)
  })

  it('a band file above the size limit is refused before it is read', async () => {
    const large = { size: limits.bandFileBytes + 1, text: () => Promise.reject(new Error('read')) } as unknown as Blob
    await expect(readBandFilePreview(large)).rejects.toThrow(bandFileMessages.bandFileTooLarge)
  })

  it('the preview of a band file counts members, events, songs and set lists, in singular and plural', async () => {
    const preview = await readBandFilePreview(
      blobOf({ ...file, members: [{ id: 'a' }], events: Array.from({ length: 1200 }, () => ({})), songs: [{}, {}] }),
    )
    expect(preview).toMatchObject({ name: 'The Foxes', contents: '1 member, 1,200 events, 2 songs, 0 set lists' })
  })

  it('members and events of a band file that are not arrays count as empty', async () => {
    const { contents } = await readBandFilePreview(blobOf({ ...file, members: 'x', events: {} }))
    expect(contents).toBe('0 members, 0 events, 0 songs, 0 set lists')
  })
})

describe('findLikelyMember', () => {
  const members = [
    { id: 'a', displayName: 'Ros', role: 'Vocals' },
    { id: 'b', displayName: 'Kit', role: 'Drums' },
    { id: 'c', displayName: 'kit', role: 'Bass' },
  ]
  it.each([
    [
      'the membership of the user in the original band is a certain match',
      ['x', 'b'],
      'Ros',
      { id: 'b', isCertain: true },
    ],
    ['the only member with the name of the user is a likely match', [], 'ROS', { id: 'a', isCertain: false }],
    ['of two members with the name of the user neither is a match', [], 'Kit', null],
    ['a band without a member with the name of the user has no match', [], 'Danny', null],
    ['a user without a display name has no match', [], null, null],
  ])('findLikelyMember: %s', (_, membershipIds, displayName, expected) => {
    expect(findLikelyMember({ members }, { membershipIds, displayName })).toEqual(expected)
  })
})
