const CURRENCY = /\p{Sc}|EUR|USD|GBP|CHF/u

/** Whether two raised digits between these texts are the cents of a price, as pages and PDFs draw them. */
export const isPrice = (before: string, after: string): boolean =>
  new RegExp(`(?:${CURRENCY.source})\\s?\\d{1,4}$`, 'u').test(before) ||
  (/\d$/.test(before) && new RegExp(`^\\s?(?:${CURRENCY.source})`, 'u').test(after))
