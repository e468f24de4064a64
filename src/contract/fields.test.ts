import { expect, it } from 'vitest'
import { uuid } from './fields.ts'

it('takes an id in capitals for the same', () => {
  expect(uuid.parse('01A1F9B6-1368-7125-80A8-CE90FAD75081')).toBe('01a1f9b6-1368-7125-80a8-ce90fad75081')
})
