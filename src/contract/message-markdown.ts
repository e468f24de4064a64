/** The part of marked's lexer that a rule needs. */
interface Lexer {
  inlineTokens(text: string): { type: string; raw: string }[]
}

const CELLS_MAXIMUM = 10_000

// Asterisks directly after one of these are data and no emphasis, as in 15*20*30.
const MARKS_WITHIN_WORDS = /[\p{L}\p{N}_*~]$/u
const BOLD_OR_ITALIC = /^(\*{1,3})(?![\s*])[^*\n]*(?:\*(?!\*)[^*\n]*)*?(?<=[^\s*])\1(?![\p{L}\p{N}_*])/u
const LINK = /^!?\[(?:[^[\]]|\[[^[\]]{0,300}\]){0,1000}\]\(<?(?:https?:|mailto:|tel:|\/|#)/i
const ADDRESS = /^<(https?:\/\/[^\s<>]{1,2048})>/
const STRUCK_OUT = /^~~(?![\s~])[^\n]*?(?<=[^\s~])~~(?![\p{L}\p{N}_~])/u

/**
 * The light Markdown of messages, as rules for the parser `marked`, to be used with `gfm` and `breaks`. Other syntax is
 * shown literally: HTML, backslash escapes, entities, emphasis by underscores, underlined headings, link definitions. Most
 * answers quote a source word for word, and a quote that loses a character may change its meaning.
 */
export const messageMarkdown = {
  /** Rows are padded to the header's width, so a message of `|` alone would become millions of cells. */
  table: (text: string) => (columnsOf(text) * rowsOf(text) > CELLS_MAXIMUM ? undefined : false),
  html: () => undefined,
  tag: () => undefined,
  escape: () => undefined,
  def: () => undefined,
  lheading: () => undefined,
  br: (text: string) => (text.startsWith('\\') ? undefined : false),
  link: (text: string) => (LINK.test(text) ? false : undefined),
  autolink(text: string) {
    const [raw, href] = ADDRESS.exec(text) ?? []
    return raw && href
      ? { type: 'link' as const, raw, href, text: raw, tokens: [{ type: 'text' as const, raw, text: raw }] }
      : undefined
  },
  // `masked` is all of the text, with letters in place of code and links; it ends with what corresponds to `text`.
  emStrong(this: { lexer: Lexer }, text: string, masked: string, before = '') {
    const [phrase = '', marks = ''] = BOLD_OR_ITALIC.exec(masked.slice(-text.length)) ?? []
    if (phrase === '' || MARKS_WITHIN_WORDS.test(before)) return undefined
    const words = text.slice(marks.length, phrase.length - marks.length)
    const raw = text.slice(0, phrase.length)
    const tokens = this.lexer.inlineTokens(words)
    const bold = { type: 'strong' as const, raw, text: words, tokens }
    if (marks.length === 2) return bold
    return { type: 'em' as const, raw, text: words, tokens: marks.length === 3 ? [bold] : tokens }
  },
  del: (text: string) => (STRUCK_OUT.test(text) ? false : undefined),
}

const columnsOf = (text: string) => text.slice(0, text.indexOf('\n')).split('|').length
const rowsOf = (text: string) => text.split('\n\n', 1)[0]!.split('\n').length
