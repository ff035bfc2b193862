import { expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from './file-messages.ts'

test('fileMessages.storageUsed rounds used storage down, to whole MB below 1 GB and to tenths of a GB from there', () => {
  const used = (megabytes: number) => fileMessages.storageUsed(megabytes * limits.megabyte, 2048 * limits.megabyte)
  expect(used(1023.9)).toBe('1023 MB of the band’s 2 GB for files are used')
  expect(used(1024)).toContain('1 GB of')
  expect(used(2047)).toContain('1.9 GB of')
})
