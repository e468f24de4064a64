import type { Item } from './types.ts'

/** The item with its form marked as filled in, if it is the message with this id; otherwise the same object. */
export function completed(item: Item, id: string): Item {
  if (!('message' in item) || item.message.id !== id || item.message.action?.status !== 'pending') return item
  const action = { ...item.message.action, status: 'completed' as const }
  return { ...item, message: { ...item.message, action_required: false, action } }
}

/** The item without its offer of a person, if it is the message with this id; otherwise the same object. */
export const withoutOffer = (item: Item, id: string): Item =>
  'message' in item && item.message.id === id ? { ...item, message: { ...item.message, offer: null } } : item
