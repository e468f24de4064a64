import { isContact } from './boilerplate.ts'
import { cleanHtml } from './clean-html.ts'
import { looksLikeFact } from './fact-patterns.ts'
import { isNamedExtra } from './furniture-names.ts'
import { parseBody } from './html-body.ts'
import { toMarkdown } from './markdown.ts'
import { hasWords, oneLine } from './text.ts'

const AROUND =
  'header, footer, aside, address, [role=banner], [role=contentinfo], [role=complementary], ' +
  '[class*=footer], [id*=footer], [class*=sidebar], [id*=sidebar], [class*=topbar], [class*=top-bar], [id*=topbar]'
const TEXT = 'main, [role=main], article'
const MENUS = 'nav, [role=navigation], [role=menu], [role=menubar], [role=search], form, button'
const LONGEST_FACT = 400 // characters; a longer text is none that is looked up
const MOST_CHARACTERS = 2_000

/**
 * The facts around a page's text: telephone numbers, mailboxes, opening hours and addresses, as Markdown without
 * headings. Null if there are none, or if `markdown`, the text of the page, says them all.
 */
export function siteFacts(html: string, markdown: string): string | null {
  const body = parseBody(cleanHtml(html, { keepBoilerplate: true }))
  for (const element of Array.from(body.querySelectorAll(MENUS))) element.remove()
  for (const element of Array.from(body.querySelectorAll('*'))) if (isExtra(element)) element.remove()
  const sentences = new Map<Node, boolean>()
  for (const link of Array.from(body.querySelectorAll('a'))) if (isMenuEntry(link, sentences)) link.remove()
  const parts = Array.from(body.querySelectorAll(AROUND)).filter(
    (part) => !part.parentElement?.closest(AROUND) && !part.closest(TEXT) && !part.querySelector(TEXT),
  )
  const said = new Set<string>()
  const known = wordsOf(markdown)
  const facts = parts
    .flatMap((part) => factsOf(toMarkdown(part as HTMLElement, null)))
    .filter(({ text }) => {
      const words = wordsOf(text)
      if (said.has(words) || known.includes(words)) return false
      said.add(words)
      return true
    })
    .map(({ label, text }) => (label ? `**${label}**:\n\n${text}` : text))
  let size = 0
  const kept = facts.filter((fact) => {
    size += fact.length
    return size <= MOST_CHARACTERS
  })
  return kept.length > 0 ? kept.join('\n\n') : null
}

const isExtra = (element: Element): boolean =>
  isNamedExtra(element.nodeName.toLowerCase(), { class: element.className, id: element.id })

/** Whether a link leads elsewhere, says no fact by itself, and is no part of a sentence. `sentences` is a memory. */
function isMenuEntry(link: Element, sentences: Map<Node, boolean>): boolean {
  if (isContact(link.getAttribute('href')) || looksLikeFact(link.textContent ?? '')) return false
  const parent = link.parentNode
  if (!parent) return false
  const known = sentences.get(parent)
  if (known !== undefined) return !known
  const texts = Array.from(parent.childNodes).filter(({ nodeName }) => nodeName === '#text')
  const isSentence = texts.some((text) => hasWords(text.textContent ?? ''))
  sentences.set(parent, isSentence)
  return !isSentence
}

const wordsOf = (markdown: string) => oneLine(markdown.replace(/[^\p{L}\p{N}]+/gu, ' ')).toLowerCase()

/** The blocks of a text that look like facts, each with the heading or label directly above it. */
function factsOf(markdown: string): { label: string; text: string }[] {
  let label = ''
  return markdown.split('\n\n').flatMap((block) => {
    const heading = /^#+ (.+)$/.exec(block)?.[1] ?? /^\*\*(.{1,60}?):?\*\*:?$/.exec(block)?.[1]
    if (heading) {
      label = heading
      return []
    }
    const lines = block.split('\n')
    const isList = lines.every((line) => line.startsWith('- '))
    const text = isList ? lines.filter(isFact).join('\n') : block
    const found = text !== '' && isFact(text) ? [{ label, text }] : []
    label = ''
    return found
  })
}

const isFact = (text: string) => text.length <= LONGEST_FACT && looksLikeFact(text)
