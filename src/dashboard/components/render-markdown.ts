import createPurifier from 'dompurify'
import { Marked, type Tokens } from 'marked'

const CELLS_MAXIMUM = 10_000

// Asterisks directly after one of these are data and no emphasis, as in 15*20*30.
const MARKS_WITHIN_WORDS = /[\p{L}\p{N}_*~]$/u
const BOLD_OR_ITALIC = /^(\*{1,3})(?![\s*])[^*\n]*(?:\*(?!\*)[^*\n]*)*?(?<=[^\s*])\1(?![\p{L}\p{N}_*])/u
const LINK = /^!?\[(?:[^[\]]|\[[^[\]]{0,300}\]){0,1000}\]\(<?(?:https?:|mailto:|tel:|\/|#)/i
const ADDRESS = /^<(https?:\/\/[^\s<>]{1,2048})>/
const STRUCK_OUT = /^~~(?![\s~])[^\n]*?(?<=[^\s~])~~(?![\p{L}\p{N}_~])/u

/**
 * The light Markdown of messages. Other syntax is shown literally: HTML, backslash escapes, entities, emphasis by
 * underscores, underlined headings, link definitions. Most answers quote a source word for word, and a quote that loses
 * a character may change its meaning.
 */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  tokenizer: {
    /** Rows are padded to the header's width, so a message of `|` alone would become millions of cells. */
    table: (text) => (columnsOf(text) * rowsOf(text) > CELLS_MAXIMUM ? undefined : false),
    html: () => undefined,
    tag: () => undefined,
    escape: () => undefined,
    def: () => undefined,
    lheading: () => undefined,
    br: (text) => (text.startsWith('\\') ? undefined : false),
    link: (text) => (LINK.test(text) ? false : undefined),
    autolink(text) {
      const [raw, href] = ADDRESS.exec(text) ?? []
      return raw && href
        ? { type: 'link', raw, href, text: raw, tokens: [{ type: 'text', raw, text: raw }] }
        : undefined
    },
    // `masked` is all of the text, with letters in place of code and links; it ends with what corresponds to `text`.
    emStrong(text, masked, before = '') {
      const [phrase = '', marks = ''] = BOLD_OR_ITALIC.exec(masked.slice(-text.length)) ?? []
      if (phrase === '' || MARKS_WITHIN_WORDS.test(before)) return undefined
      const words = text.slice(marks.length, phrase.length - marks.length)
      const raw = text.slice(0, phrase.length)
      const tokens = this.lexer.inlineTokens(words)
      const bold: Tokens.Strong = { type: 'strong', raw, text: words, tokens }
      if (marks.length === 2) return bold
      return { type: 'em', raw, text: words, tokens: marks.length === 3 ? [bold] : tokens }
    },
    del: (text) => (STRUCK_OUT.test(text) ? false : undefined),
  },
  renderer: {
    /** Escapes `&` too, so that entities are shown as they were typed. */
    text: (token) => ('tokens' in token && token.tokens ? false : escapeHtml(token.text)),
  },
})
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const columnsOf = (text: string) => text.slice(0, text.indexOf('\n')).split('|').length
const rowsOf = (text: string) => text.split('\n\n', 1)[0]!.split('\n').length

const purifier = createPurifier(window)

const INDENTED = ['UL', 'OL', 'BLOCKQUOTE']

purifier.addHook('afterSanitizeAttributes', (element) => {
  // The text's direction decides which side is indented; CSS sets the direction of each line.
  if (INDENTED.includes(element.tagName)) element.setAttribute('dir', 'auto')
  if (element.tagName === 'A') {
    element.setAttribute('target', '_blank')
    element.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  if (element.tagName === 'IMG') replaceForeignImage(element)
})

/** Makes a link of a foreign image, whose server would learn who reads the message; removes one without an address. */
function replaceForeignImage(image: Element): void {
  const address = image.getAttribute('src') ?? ''
  if (address === '') image.remove()
  if (URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin) return
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.textContent = image.getAttribute('alt') || address
  image.replaceWith(link)
}

/** Renders Markdown as HTML without scripts, styles, forms, frames or anything loaded from other hosts. */
export function renderMarkdown(text: string): string {
  return purifier.sanitize(toHtml(text), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'select',
      'textarea',
      'video',
      'audio',
      'source',
      'picture',
      'dialog',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background', 'poster'],
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/|#)/i,
  })
}

/** Parses Markdown; text on which the parser fails, such as quotes nested ten thousand deep, is shown as plain text. */
function toHtml(text: string): string {
  try {
    return marked.parse(text) as string
  } catch {
    const paragraph = document.createElement('p')
    paragraph.textContent = text
    return paragraph.outerHTML
  }
}
