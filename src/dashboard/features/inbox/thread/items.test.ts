import { expect, it } from 'vitest'
import { type Item, itemBefore } from './items.ts'

it('finds after which item of a thread something was said', () => {
  const message = (created_at: string) => ({ message: { created_at } }) as unknown as Item
  const first = message('2026-01-01T10:00:00.000Z')
  const closed = { entry: { created_at: '2026-01-01T11:00:00.000Z' } } as unknown as Item
  const later = message('2026-01-02T09:00:00.000Z')
  const sending = { key: 'k', content: 'Hello', state: 'sending' } as unknown as Item
  const items = [first, closed, later, sending]
  expect(itemBefore(items, '2026-01-01T11:00:00.000Z')).toBe(closed)
  expect(itemBefore(items, '2026-01-01T10:59:59.999Z')).toBe(first)
  expect(itemBefore(items, '2026-01-03T00:00:00.000Z')).toBe(later)
  expect(itemBefore(items, '2025-01-01T00:00:00.000Z')).toBeUndefined()
})
