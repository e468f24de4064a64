import type { Proof } from '#contract/proofs.ts'

const LETTER = /[\p{L}\p{N}]/u
// What Markdown does not show as text: addresses of links, and the numbers of lists.
const UNSHOWN = /(?<=\])\([^()\s]*\)|^\s*\d{1,4}[.)](?=\s)/gmu
const PUNCTUATION = /^[^\p{L}\p{N}\s]*/u
const NO_PLACE_FOR_BUTTONS = 'a, code, pre'

/** What a screen reader and a button say of a sentence's sources. */
const numbersOf = ({ sources }: Proof): string => sources.map(({ number }) => number).join(', ')

/**
 * Wraps the sentences of rendered Markdown in elements with `data-proof`, the number of the sentence, and puts a button
 * behind each. Sentences are found by their letters and figures, as Markdown takes away the rest.
 * @param idOf the id of the element that describes a sentence's sources
 */
export function markSentences(html: string, proofs: readonly Proof[], idOf: (at: number) => string): string {
  const page = document.createElement('div')
  page.innerHTML = html
  let next = 0
  for (const [at, proof] of proofs.entries()) {
    const { said, places } = lettersIn(page)
    const sought = lettersOf(proof.text.replace(UNSHOWN, ''))
    const from = sought === '' ? -1 : said.indexOf(sought, next)
    if (from < 0) continue
    next = from + sought.length
    const last = wrap(places.slice(from, next), at, proof)
    const place = last.closest(NO_PLACE_FOR_BUTTONS) ?? last
    place.after(buttonFor(at, proof, idOf(at)))
  }
  return page.innerHTML
}

const lettersOf = (text: string) => Array.from(text.matchAll(new RegExp(LETTER, 'gu')), ([letter]) => letter).join('')

interface Place {
  node: Text
  at: number
}

/** The letters and figures of an element's text outside its buttons, and where each code unit of them stands. */
function lettersIn(page: Element): { said: string; places: Place[] } {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const places: Place[] = []
  let said = ''
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('button')) continue
    for (const { 0: letter, index } of node.data.matchAll(new RegExp(LETTER, 'gu'))) {
      said += letter
      for (let unit = 0; unit < letter.length; unit += 1) places.push({ node, at: index + unit })
    }
  }
  return { said, places }
}

/** Wraps the text from the first place to the last, with the punctuation behind it. @returns the last element made */
function wrap(places: readonly Place[], at: number, { verdict }: Proof): Element {
  const nodes = [...new Set(places.map(({ node }) => node))]
  const end = places.at(-1)!
  const behind = PUNCTUATION.exec(end.node.data.slice(end.at + 1))![0].length
  const bounds = nodes.map((node) => ({
    node,
    from: node === places[0]!.node ? places[0]!.at : 0,
    to: node === end.node ? end.at + 1 + behind : node.data.length,
  }))
  let last: Element | undefined
  for (const { node, from, to } of bounds) {
    node.splitText(to)
    const sentence = document.createElement('span')
    sentence.dataset.proof = String(at)
    sentence.dataset.verdict = verdict
    const words = node.splitText(from)
    words.replaceWith(sentence)
    sentence.append(words)
    last = sentence
  }
  return last!
}

function buttonFor(at: number, proof: Proof, describedBy: string): Element {
  const numbers = numbersOf(proof)
  const button = document.createElement('button')
  button.type = 'button'
  button.dataset.proof = String(at)
  button.dataset.verdict = proof.verdict
  button.textContent = proof.verdict === 'unsupported' ? '?' : numbers || '✓'
  button.setAttribute('aria-label', labelOf(proof, numbers))
  button.setAttribute('aria-describedby', describedBy)
  return button
}

function labelOf({ verdict, sources }: Proof, numbers: string): string {
  if (verdict === 'unsupported') return 'Not supported?'
  if (sources.length === 0) return 'Supported ✓'
  return `${sources.length === 1 ? 'Source' : 'Sources'} ${numbers}`
}
