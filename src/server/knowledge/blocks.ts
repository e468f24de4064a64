import { Lexer, Tokenizer, type Tokens } from 'marked'
import { plainText } from './plain-text.ts'
import { segmentsOf } from './segments.ts'

/**
 * A block of Markdown with the path of headings above it. It may be cut between its `parts` or rows. A paragraph of a
 * term ("**port**: The port …") has it at the end of its path and is `named`.
 */
export type Block =
  | { kind: 'paragraph'; text: string; path: string[]; named?: boolean }
  | { kind: 'list'; parts: string[]; path: string[] }
  | { kind: 'table'; header: string[]; rows: string[][]; path: string[] }
  | { kind: 'code'; language: string; parts: string[]; path: string[] }

type Token = ReturnType<Lexer['blockTokens']>[number]
type Heading = { depth: number; text: string }

// A paragraph of nothing but a bold phrase is read as a heading, unless it only labels a remark ("**Note**").
const TERM_LINE = /^\*\*(?!(?:note|tip|hint|caution|warning|important)\W)([^*\n]{1,120})\*\*:?$/i
const TERM_BEFORE_TEXT = /^\*\*([^*\n]{1,160})(?::\*\*|\*\*:)\s/
const NESTED_TOO_DEEPLY = /^((?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){1,4})(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t]))+/gm
const TERM_DEPTH = 7 // below every real heading
const COLUMNS_MAXIMUM = 100

/** Reads over 100 columns as plain text: the lexer fills up rows, so a header of mere bars would make gigabytes. */
class BoundedTokenizer extends Tokenizer {
  override table(src: string): Tokens.Table | undefined {
    const header = src.slice(0, src.indexOf('\n'))
    return header.split('|', COLUMNS_MAXIMUM + 3).length > COLUMNS_MAXIMUM + 2 ? undefined : super.table(src)
  }
}

/** Reads Markdown into blocks. Never fails: text that no rule of Markdown fits is a paragraph. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  const headings: Heading[] = []
  let bare: { heading: Heading; written: string } | null = null // a heading with nothing under it yet
  const enter = (heading: Heading, written: string) => {
    // A heading is kept only in the paths under it. One without any, as in a list of headings, becomes a paragraph.
    if (bare && heading.depth <= bare.heading.depth)
      blocks.push({ kind: 'paragraph', text: bare.written, path: pathOf(headings) })
    while ((headings.at(-1)?.depth ?? -1) >= heading.depth) headings.pop()
    headings.push(heading)
    bare = { heading, written }
  }
  const add = (block: Block) => {
    blocks.push(block)
    bare = null
  }
  const leaveTerm = () => {
    if (headings.at(-1)?.depth === TERM_DEPTH) headings.pop()
  }
  for (const token of tokensOf(markdown)) {
    const text = token.type === 'paragraph' ? token.text.trim() : ''
    const term = TERM_BEFORE_TEXT.exec(text)
    if (token.type === 'heading') enter({ depth: token.depth, text: plainText(token.text) }, token.text)
    else if (TERM_LINE.test(text)) enter({ depth: TERM_DEPTH, text: plainText(text).replace(/:$/, '') }, text)
    else if (term?.[1]) {
      enter({ depth: TERM_DEPTH, text: plainText(term[1]) }, text)
      add({ kind: 'paragraph', text, path: pathOf(headings), named: true })
    } else {
      for (const block of toBlocks(token, pathOf(headings))) add(block)
      // A bold line above a table or code was only its caption, so it is no heading of what follows the table or code.
      if (token.type === 'table' || token.type === 'code') leaveTerm()
    }
  }
  enter({ depth: 0, text: '' }, '')
  return blocks
}

function tokensOf(markdown: string): Token[] {
  const text = markdown.replace(/\r\n?/g, '\n').replace(NESTED_TOO_DEEPLY, '$1')
  try {
    // Only blocks are read: inline Markdown is quadratic in hostile text and is not needed.
    return segmentsOf(text).flatMap((segment) => newLexer().blockTokens(segment, []))
  } catch {
    // The lexer recurses, so lists nested thousands deep overflow its stack. Such text is cut at its empty lines alone.
    return text.split(/\n{2,}/).map((raw) => ({ type: 'text', raw, text: raw }))
  }
}

const newLexer = () => new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() })

function toBlocks(token: Token, path: string[]): Block[] {
  switch (token.type) {
    case 'space':
    case 'hr':
      return []
    case 'code':
      // Unless its author knows Markdown, indented text is hardly ever code, and extraction puts code between fences.
      if (token.codeBlockStyle === 'indented') return [{ kind: 'paragraph', text: token.text, path }]
      return [{ kind: 'code', language: token.lang ?? '', parts: token.text.split('\n'), path }]
    case 'list':
      return [{ kind: 'list', parts: token.items.map((item: { raw: string }) => item.raw.trimEnd()), path }]
    case 'table':
      return [
        {
          kind: 'table',
          ...withOneHeader(
            token.header.map((cell: { text: string }) => cell.text),
            token.rows.map((row: { text: string }[]) => withoutEnd(row.map((cell) => cell.text))),
          ),
          path,
        },
      ]
    case 'blockquote':
      return tokensOf(token.text).flatMap((inner): Block[] =>
        inner.type === 'heading' ? [{ kind: 'paragraph', text: inner.text, path }] : toBlocks(inner, path),
      )
    default: {
      const text = ('text' in token && typeof token.text === 'string' ? token.text : token.raw).trim()
      return text ? [{ kind: 'paragraph', text, path }] : []
    }
  }
}

/** Joins a second header row ("Price" over "Summer" and "Winter"), told by missing or repeated names and no figures. */
function withOneHeader(header: string[], rows: string[][]): { header: string[]; rows: string[][] } {
  const [second = [], ...others] = rows
  const names = header.filter((name) => name.trim() !== '')
  const isIncomplete = names.length < header.length || new Set(names).size < names.length
  const hasFigure = (row: string[]) => row.slice(1).some((cell) => /\p{N}/u.test(cell))
  const isSecond = isIncomplete && second.slice(1).some(Boolean) && !second.some((cell) => /\p{N}/u.test(cell))
  if (!isSecond || others.length === 0 || !others.every(hasFigure)) return { header, rows }
  let above = ''
  const joined = header.map((name, at) => {
    above = at === 0 ? '' : name || above // A cell that spans columns is written once, before empty ones.
    const own = at === 0 ? name : above
    return [...new Set([own, second[at] ?? ''])].filter(Boolean).join(' ')
  })
  return { header: joined, rows: others }
}

/** The cells of a row without the empty ones at its end, with which the lexer fills up a short row. */
function withoutEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

function pathOf(headings: Heading[]): string[] {
  return headings.map((heading) => heading.text)
}
