import { escapeHtml } from '../../text/escape-html.ts'

/** A mail as a feature writes it: whole sentences, and at most one thing to do. */
export interface Message {
  to: string
  subject: string
  paragraphs: readonly string[]
  /** The mail's only link. A secret comes after `#`, since browsers don't send that part and so no server logs it. */
  link?: { label: string; url: string }
  notes?: readonly string[]
}

interface Composed {
  subject: string
  text: string
  html: string
}

/** Characters that change the direction of text. They are removed, lest a name make an address read backwards. */
const BIDIRECTIONAL = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Writes a message as plain text and as simple HTML with the same words. Names in it can't add lines or tags. */
export function compose({ subject, paragraphs, link, notes = [] }: Message): Composed {
  const body = paragraphs.map(oneLine)
  const small = notes.map(oneLine)
  const text = [...body, ...(link ? [`${link.label}:\n${link.url}`] : []), ...small].join('\n\n')
  const html = [
    ...body.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link
      ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`, `<p>${escapeHtml(link.url)}</p>`]
      : []),
    ...small.map((note) => `<p><small>${escapeHtml(note)}</small></p>`),
  ].join('\n')
  return {
    subject: oneLine(subject),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body style="font-family: sans-serif; line-height: 1.5">\n${html}\n</body></html>\n`,
  }
}

const oneLine = (text: string) =>
  text
    .replace(BIDIRECTIONAL, '')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
