import createPurifier from 'dompurify'
import { Marked } from 'marked'
import { messageMarkdown } from '#contract/message-markdown.ts'

/** Entities are shown as they were typed: see `messageMarkdown`. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  tokenizer: messageMarkdown,
  renderer: {
    /** Escapes `&` too, so that entities are shown as they were typed. */
    text: (token) => ('tokens' in token && token.tokens ? false : escapeHtml(token.text)),
  },
})
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

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
