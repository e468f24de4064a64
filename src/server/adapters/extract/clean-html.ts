import { isBoilerplate, isDropped, isHidden } from './boilerplate.ts'
import { type Attributes, scanHtml } from './scan-html.ts'

const KEPT_ATTRIBUTES = ['class', 'id', 'role', 'href', 'alt', 'colspan', 'rowspan', 'start']
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
const UNUSUAL_SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
/** A label is what names something: a heading, a term, a question. */
const LABEL = /^(h[1-6]|dt|summary)$/
/** Real pages stay below 100; what is nested deeper keeps its text and loses its tags. */
const MAX_DEPTH = 150
/** Bounds the tree that is built from the result. Text after it is kept without tags. */
const MAX_ELEMENTS = 120_000

interface OpenElement {
  name: string
  /** Its tag is in the output, so its end must be too. */
  written: boolean
  /** Whether it is, or stands in, the page's main part, a header of the page, a link, text as typed, or a label. */
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
 * Rewrites any HTML into a small, well-formed body: no scripts, styles, hidden parts or controls, few attributes, bounded
 * depth and size, so that whatever reads it next can't be made to hang. Navigation and the like go too, unless asked.
 */
export function cleanHtml(html: string, options: { keepBoilerplate: boolean }): string {
  const controlled = new Set(Array.from(html.matchAll(/aria-controls\s*=\s*["']?([^"'\s>]+)/gi), ([, id]) => id ?? ''))
  const output: string[] = []
  const open: OpenElement[] = []
  let depth = 0
  let elements = 0
  /** How many elements are open around the one whose whole content is being left out. */
  let skippedAt: number | null = null

  function skips(name: string, attributes: Attributes, parent: OpenElement): boolean {
    if (isDropped(name, attributes)) return true
    if (isHidden(attributes) && !controlled.has(attributes.id ?? '')) return true
    // The question above a collapsed answer is often a button.
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
      // Columns that a style sheet keeps apart must not run together: "Pro" and "$20" are not "Pro$20".
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
        link: parent.link || name === 'a',
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
