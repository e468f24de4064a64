const subjects = [
  'The invoice',
  'A refund',
  'Our support team',
  'The delivery',
  'Your account',
  'The warranty',
  'A subscription',
  'The workshop',
]
const verbs = [
  'covers',
  'depends on',
  'is sent with',
  'changes',
  'is stored for',
  'can be moved to',
  'arrives before',
  'replaces',
]
const objects = [
  'the annual plan',
  'every second order',
  'spare parts',
  'the billing address',
  'a signed contract',
  'the city of Bergen',
  'the mobile application',
  'the older model',
]
const endings = [
  'within three days',
  'unless it was opened',
  'at no extra cost',
  'when it is asked for in writing',
  'during the summer',
  'if the number is known',
  'after the first month',
  'except on holidays',
]

const pick = (list: readonly string[], number: number) => list[number % list.length]!

/** Makes a sentence from a number: different numbers give different sentences, one number always the same one. */
export function sentence(number: number): string {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0
  const parts = [
    pick(subjects, mixed),
    pick(verbs, mixed >>> 5),
    pick(objects, mixed >>> 10),
    pick(endings, mixed >>> 15),
  ]
  return `${parts.join(' ')} (rule ${number}).`
}

/** About `characters` characters of sentences, numbered from `first` on. */
export function passage(first: number, characters: number): string {
  let text = sentence(first)
  for (let number = first + 1; text.length < characters; number += 1) text += ` ${sentence(number)}`
  return text
}

/** HTML of a documentation page: four sections of about 600 characters, and links to other pages. */
export function page(number: number, links: readonly string[]): string {
  const sections = [0, 1, 2, 3].map(
    (part) => `<h2>Chapter ${number}.${part}</h2><p>${passage(number * 100 + part * 20, 600)}</p>`,
  )
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body><main><h1>Page ${number}</h1>${sections.join('')}</main><nav><ul>${list}</ul></nav></body></html>`
}
