import { escapeHtml } from '../../../text/escape-html.ts'
import { lineOf } from '../read/addresses.ts'
import { markdownOfMail, type Written } from './markdown-of-mail.ts'

export interface SignatureNames {
  /** Who writes; empty for an AI. */
  member: string
  agent: string
}

const PLACEHOLDER = /\{\{\s*(member|agent)\.name\s*\}\}/g

/** A mailbox's signature below the line that mail programs know it by; nothing where it says nothing. */
export function signatureOf(signature: string, names: SignatureNames): Written[] {
  const lines = signature.split('\n').filter((line) => !saysNobody(line, names))
  const { text, html } = markdownOfMail(lines.join('\n').trim())
  const fill = (written: string, shown: (name: string) => string) =>
    written.replace(PLACEHOLDER, (_, who: keyof SignatureNames) => shown(lineOf(names[who])))
  const filled = fill(text, (name) => name)
  if (filled.trim() === '') return []
  return [
    {
      text: `-- \n${filled}`,
      html: `<div class="gmail_signature" dir="auto">-- <br>\n${fill(html, escapeHtml)}</div>`,
    },
  ]
}

/** Whether a line is for a name alone that there is none for. */
const saysNobody = (line: string, names: SignatureNames): boolean =>
  line.search(PLACEHOLDER) >= 0 &&
  !/[\p{L}\p{N}]/u.test(line.replace(PLACEHOLDER, (_, who: keyof SignatureNames) => names[who]))
