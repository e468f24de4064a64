/** Beginning of a text in which the headers of a mail are looked for. */
const HEADER_CHARACTERS = 16_384
const HEADER_LINE = /^(?:[A-Za-z][\w-]*:|[ \t])/
const SAYS_MIME = /^(?:mime-version:|content-type:\s*(?:multipart|text)\/)/im
const SAYS_MAIL = /^(?:from|subject|received|return-path|date):/im

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
