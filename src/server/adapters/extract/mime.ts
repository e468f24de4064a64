import { createRequire } from 'node:module'
import type PostalMime from 'postal-mime'

/** Beginning of a text in which the headers of a mail are looked for. */
const HEADER_CHARACTERS = 16_384
const MAX_NESTED_PARTS = 50
const HEADER_LINE = /^(?:[A-Za-z][\w-]*:|[ \t])/
const SAYS_MIME = /^(?:mime-version:|content-type:\s*(?:multipart|text)\/)/im
const SAYS_MAIL = /^(?:from|subject|received|return-path|date):/im

const require = createRequire(import.meta.url)

/**
 * Whether a text is packed like a mail, as browsers pack a page with its pictures (`.mhtml`) and wikis what they export
 * to Word (`.doc`). A mail too old to say so is recognised if it is named `.eml`.
 */
export function isMime(text: string, fileName: string): boolean {
  const [headers = ''] = text
    .slice(0, HEADER_CHARACTERS)
    .trimStart()
    .split(/\r?\n\r?\n/, 1)
  if (!headers.split(/\r?\n/).every((line) => HEADER_LINE.test(line))) return false
  return SAYS_MIME.test(headers) || (/\.eml$/i.test(fileName) && SAYS_MAIL.test(headers))
}

/** Unpacks what is packed like a mail: its HTML or else its plain text, and the subject. */
export async function readMime(bytes: Uint8Array): Promise<{ subject: string; html?: string; text: string }> {
  const { default: Parser } = require('postal-mime') as { default: typeof PostalMime }
  const start = bytes.findIndex((byte) => byte > 32)
  const packed = bytes.slice(Math.max(start, 0))
  const { subject = '', html, text = '' } = await Parser.parse(packed, { maxNestingDepth: MAX_NESTED_PARTS })
  return { subject, ...(html ? { html } : {}), text }
}
