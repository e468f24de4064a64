import { expect, test } from 'vitest'
import { userAgentOf } from './dependencies.ts'

test('the server presents itself with its own address, or none', () => {
  expect(userAgentOf({ publicUrl: 'https://help.shop.example' })).toBe('Baton/0.1 (+https://help.shop.example)')
  expect(userAgentOf({ publicUrl: undefined })).toBe('Baton/0.1')
})
