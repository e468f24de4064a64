import { isBoilerplate, isContact, isDropped, isHidden } from './boilerplate.ts'
import { type Attributes, scanHtml } from './scan-html.ts'

const KEPT_ATTRIBUTES = [
  'class',
  'id',
  'role',
  'href',
  'alt',
  'colspan',
  'rowspan',
  'start',
  'value',
  'type',
  'reversed',
]
const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'wbr',
  'col',
  'area',
  'source',
  'track',
  'embed',
  'param',
  'meta',
  'link',
  'base',
])
const INLINE_PARTS = new Set(['span', 'a', 'label', 'time', 'data'])
const UNUSUAL_SPACE = /[\v\f\u2028\u2029\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
/** Elements that name what follows them: headings, terms, questions. */
const LABEL = /^(h[1-6]|dt|summary)$/
/**
 * Depth of nesting from which tags are dropped and only their text is kept; nearly all real pages nest less than 100
 * deep.
 */
const MAX_DEPTH = 150
/**
 * Number of elements after which tags are dropped and only their text is kept, so that the tree built from the result
 * stays small.
 */
const MAX_ELEMENTS = 120_000

interface OpenElement {
  name: string
  /** Whether the start tag was written to the output, so that the end tag must be too. */
  written: boolean
  /**
   * Whether the element is or lies inside the page's main part (`content`), a page header (`banner`), a link but to a
   * telephone or mailbox, preformatted text or code, or a label.
   */
  content: boolean
  banner: boolean
  link: boolean
  code: boolean
  label: boolean
}

const OUTSIDE: OpenElement = {
  name: '',
  written: false,
  content: false,
  banner: false,
  link: false,
  code: false,
  label: false,
}

/**
 * Rewrites any HTML into a small, well-formed body: no scripts or styles, no parts that stay hidden, hardly any
 * controls, few attributes, limited depth and number of elements, so that the libraries which read it next can't be
 * made to hang. Removes navigation and the like unless `keepBoilerplate` is set.
 */
export function cleanHtml(html: string, options: { keepBoilerplate: boolean }): string {
  const controlled = new Set(Array.from(html.matchAll(/aria-controls\s*=\s*["']?([^"'\s>]+)/gi), ([, id]) => id ?? ''))
  const output: string[] = []
  const open: OpenElement[] = []
  let depth = 0
  let elements = 0
  /** The number of open elements when the one that is being skipped began, itself included; null while none is. */
  let skippedAt: number | null = null

  function skips(name: string, attributes: Attributes, parent: OpenElement): boolean {
    if (isDropped(name, attributes)) return true
    if (isHidden(attributes) && !controlled.has(attributes.id ?? '')) return true
    // A button in a label, or one that opens something, is kept: it may be the question above a collapsed answer.
    if (name === 'button') return !parent.label && !('aria-controls' in attributes || 'aria-expanded' in attributes)
    return !options.keepBoilerplate && isBoilerplate(name, attributes, parent.content)
  }

  function write(name: string, attributes: Attributes, element: OpenElement): void {
    if (name === 'html' || name === 'head' || name === 'body') return
    if (VOID.has(name)) {
      if (name === 'br') output.push(element.code ? '\n' : '<br>')
      else if (name === 'hr') output.push('<hr>')
      else if (name === 'img' && attributes.alt) output.push(`<img alt="${escapeAttribute(attributes.alt)}">`)
    } else if (depth >= MAX_DEPTH || elements >= MAX_ELEMENTS) {
      output.push(' ')
    } else {
      // Inline elements that a style sheet shows side by side need a space between them: "Pro" and "$20" are not
      // "Pro$20".
      if (INLINE_PARTS.has(name) && !element.code && output.at(-1)?.startsWith('</')) output.push(' ')
      output.push(`<${name}${writeAttributes(attributes)}>`)
      element.written = true
      depth++
      elements++
    }
  }

  scanHtml(html, {
    onOpen(name, attributes) {
      const parent = open.at(-1) ?? OUTSIDE
      const element: OpenElement = {
        name,
        written: false,
        content: parent.content || name === 'main' || name === 'article' || attributes.role === 'main',
        banner: parent.banner || (!parent.content && (name === 'header' || attributes.role === 'banner')),
        link: parent.link || (name === 'a' && !isContact(attributes.href)),
        code: parent.code || name === 'pre' || name === 'code',
        label: parent.label || LABEL.test(name),
      }
      open.push(element)
      if (skippedAt !== null) return
      if (skips(name, attributes, parent)) skippedAt = open.length
      else write(name, attributes, element)
    },
    onClose() {
      const element = open.pop()
      if (skippedAt !== null) {
        if (skippedAt <= open.length) return
        skippedAt = null
        output.push(' ')
      } else if (element?.written) {
        depth--
        output.push(`</${element.name}>`)
      } else if (element && !VOID.has(element.name)) output.push(' ')
    },
    onText(text) {
      const { banner, link, label } = open.at(-1) ?? OUTSIDE
      const isMenu = banner && link && !label && !options.keepBoilerplate
      if (skippedAt !== null || isMenu) return
      output.push(escapeText(text.replace(UNUSUAL_SPACE, ' ')))
    },
  })
  return output.join('')
}

const writeAttributes = (attributes: Attributes): string =>
  KEPT_ATTRIBUTES.map((name) => {
    const value = attributes[name]
    return value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`
  }).join('')

const escapeText = (text: string): string =>
  text.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'))

const escapeAttribute = (value: string): string =>
  value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
