const words = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []

/** "Call me back" → `call-me-back`, as an action's slug. */
export function slugFrom(name: string): string {
  return words(name).join('-').slice(0, 64).replace(/-$/, '')
}

/** "Order number" → `order_number`, as a field's name; it never begins with a digit. */
export function fieldNameFrom(label: string): string {
  return words(label)
    .join('_')
    .replace(/^[0-9_]+/, '')
    .slice(0, 64)
}
