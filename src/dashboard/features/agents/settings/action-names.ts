const words = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []

/** Makes an action's slug from its name: "Call me back" → `call-me-back`. */
export function slugFrom(name: string): string {
  return words(name).join('-').slice(0, 64).replace(/-$/, '')
}

/** Makes a field's name from its label: "Order number" → `order_number`. It never begins with a digit. */
export function fieldNameFrom(label: string): string {
  return words(label)
    .join('_')
    .replace(/^[0-9_]+/, '')
    .slice(0, 64)
}
