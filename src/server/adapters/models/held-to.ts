/** Links, addresses, prices and shares of a text: what a visitor would act on if a model had invented it. */
const LINKS =
  /(?:https?:\/\/|www\.)[^\s<>()[\]"'”»]+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{N}@.])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|io|app|dev|info|shop|store|site|online|example|[a-z]{2})(?:\/[^\s<>()[\]"'”»]*)?(?![\p{L}\p{N}])/giu
const CURRENCY =
  '(?:\\p{Sc}|%|(?:EUR|USD|GBP|CHF|PLN|TRY|UAH|RUB|JPY|CNY|euros?|dollars?|pounds?|zł|лв|руб|грн|元|円|₪)(?!\\p{L}))'
const FIGURE = "\\p{N}+(?:[.,\\u00a0 ’']\\p{N}+)*"
const PRICES = new RegExp(`(?:\\p{Sc}|(?<!\\p{L})(?:EUR|USD|GBP|CHF))\\s?${FIGURE}|${FIGURE}\\s?${CURRENCY}`, 'giu')

/**
 * Whether all links, addresses, prices and percentages of a text stand in the material that its writer was given. A
 * message that a model writes beside a call of a tool cites nothing, so what it names must at least not be invented.
 */
export function isHeldTo(text: string, material: readonly (string | null)[]): boolean {
  const known = plain(material.join('\n'))
  const links = (text.match(LINKS) ?? []).map((link) => plain(link).replace(/[.,;:!?]+$/, ''))
  const figures = (text.match(PRICES) ?? []).flatMap((price) => price.match(new RegExp(FIGURE, 'u')) ?? [])
  return links.every((link) => holds(known, bare(link))) && figures.every((figure) => holds(known, plain(figure)))
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const bare = (link: string) =>
  link
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')

function holds(known: string, part: string): boolean {
  for (let at = known.indexOf(part); at >= 0; at = known.indexOf(part, at + 1)) {
    const before = known.slice(0, at)
    const after = known.slice(at + part.length)
    if (
      !/[\p{L}\p{N}@-]$|\p{N}[.,]$/u.test(before.replace(/www\.$/, '')) &&
      !/^(?:[\p{L}\p{N}@/-]|[.,]\p{N})/u.test(after.replace(/^\/(?![^\s])/, ''))
    )
      return true
  }
  return false
}
