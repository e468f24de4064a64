import { type Block, blocksOf } from './blocks.ts'
import { plainText } from './plain-text.ts'
import { sentencesOf } from './sentences.ts'
import type { ChunkText, Document, QuestionAndAnswer } from './types.ts'

const TARGET = 600 // characters; a chunk at least half as long is closed before it would exceed them
const MAXIMUM = 900 // characters of content; the model could ignore the end of a longer chunk
const TABLE_TARGET = 300 // characters of table rows; the embedding of many rows would resemble none of them
const SMALL = 200 // characters; shorter explanations of terms share a chunk, as in a list of keywords
const HEADING_MAXIMUM = 200

type Piece = { text: string; path: string[]; leadsIn: boolean; named: boolean; alone?: boolean }

/**
 * Cuts a document into chunks of about 600 characters, on the boundaries of blocks, items, rows, lines and sentences;
 * inside one only beyond 900 characters. A cut table repeats its header unless that is longer, cut code its fence;
 * without these, a chunk has at most 900 characters.
 */
export function chunkDocument(document: Document): ChunkText[] {
  const title = plainText(document.title)
  const pieces = blocksOf(document.markdown).flatMap(piecesOf).filter(saysSomething)
  return pack(pieces).map(({ path, content }) => ({ heading: headingOf(title, path), content }))
}

/**
 * Makes a pair one chunk, of which only the answer is quoted. More than 900 characters are cut under the same question.
 */
export function chunkQuestion(pair: QuestionAndAnswer): ChunkText[] {
  const heading = pair.question.replace(/\s+/g, ' ').trim()
  if (pair.answer.length <= MAXIMUM) return [{ heading, content: pair.answer.trim() }]
  return chunkDocument({ title: '', markdown: pair.answer }).map(({ content }) => ({ heading, content }))
}

/** What is embedded for a chunk: its heading, and its content without inline Markdown. */
export function embeddingText(chunk: ChunkText): string {
  const content = chunk.content.split('\n').map(plainText).join('\n')
  return chunk.heading ? `${chunk.heading}\n${content}` : content
}

/** Title and headings as one path, without repeated parts; too long a one loses the outermost, which say least. */
function headingOf(title: string, path: string[]): string | null {
  const parts = [title, ...path].filter(Boolean)
  const distinct = parts.filter((part, index) => !parts.slice(index + 1).some((later) => same(part, later)))
  while (distinct.length > 1 && distinct.join(' > ').length > HEADING_MAXIMUM) distinct.shift()
  const heading = distinct.join(' > ')
  return heading ? cut(heading, HEADING_MAXIMUM)[0]! : null
}

function same(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0
}

function piecesOf(block: Block): Piece[] {
  const { path } = block
  const named = block.kind === 'paragraph' && block.named === true && block.text.length < SMALL
  const piece = (text: string): Piece => ({ text, path, leadsIn: text.length < 150 && /:\s*$/.test(text), named })
  switch (block.kind) {
    case 'paragraph':
      return group(block.text.length > MAXIMUM ? sentencesOf(block.text) : [block.text], ' ').map(piece)
    case 'list':
      return group(block.parts, '\n').map(piece)
    case 'code':
      return group(block.parts, '\n').map((text) => piece(`\`\`\`${block.language}\n${text}\n\`\`\``))
    case 'table': {
      const head = `${row(block.header)}\n${row(block.header.map(() => '---'))}`
      const rows = group(block.rows.map(row), '\n', TABLE_TARGET)
      // A header as long as a chunk can't be repeated in each.
      const texts =
        head.length > MAXIMUM ? group([row(block.header), ...rows], '\n') : rows.map((some) => `${head}\n${some}`)
      return texts.map((text) => ({ ...piece(text), alone: true }))
    }
  }
}

function row(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`
}

/** Joins parts up to the target, cutting those that are too long by themselves. */
function group(parts: string[], joiner: string, target = TARGET): string[] {
  const groups: string[] = []
  let held: string | null = null
  for (const part of parts.flatMap((long) => cut(long, MAXIMUM))) {
    if (held !== null && held.length + joiner.length + part.length > target) {
      groups.push(held)
      held = part
    } else held = held === null ? part : held + joiner + part
  }
  if (held?.trim()) groups.push(held)
  return groups
}

/** Cuts a text: at a space in the last quarter of a piece if there is one, and never inside a surrogate pair. */
function cut(text: string, maximum: number): string[] {
  if (text.length <= maximum) return [text]
  const cuts: string[] = []
  let rest = text
  while (rest.length > maximum) {
    const space = rest.lastIndexOf(' ', maximum)
    let at = space > maximum * 0.75 ? space : maximum
    if (/[\uDC00-\uDFFF]/.test(rest[at] ?? '') && /[\uD800-\uDBFF]/.test(rest[at - 1] ?? '')) at -= 1
    cuts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest) cuts.push(rest)
  return cuts
}

/** Whether a piece has a letter, digit or emoji, unlike the mere bullets that a list of images leaves. */
function saysSomething({ text }: Piece): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/**
 * Packs pieces under the same heading, or short explanations of terms under one heading, into chunks. A line that
 * introduces the next piece ("as follows:") is put into the same chunk as that piece if both fit.
 */
function pack(pieces: Piece[]): { path: string[]; content: string }[] {
  const chunks: { path: string[]; content: string }[] = []
  let held: Piece[] = []
  const size = () => held.reduce((sum, piece) => sum + piece.text.length + 2, 0)
  const close = (upTo = held.length) => {
    const closed = held.slice(0, upTo)
    held = held.slice(upTo)
    if (closed[0]) chunks.push({ path: sharedPath(closed), content: closed.map((piece) => piece.text).join('\n\n') })
  }
  for (const piece of pieces) {
    const grown = size() + piece.text.length
    const last = held.at(-1)
    if (last && !together(last, piece)) close()
    else if (last && grown > TARGET && (grown > MAXIMUM || size() >= TARGET / 2))
      close(last.leadsIn && held.length > 1 ? held.length - 1 : held.length)
    if (size() + piece.text.length > MAXIMUM) close()
    held.push(piece)
  }
  close()
  return chunks
}

function together(one: Piece, other: Piece): boolean {
  if (one.alone && other.alone) return false
  if (one.named && other.named) return joined(one.path.slice(0, -1)) === joined(other.path.slice(0, -1))
  return joined(one.path) === joined(other.path)
}

function sharedPath(pieces: Piece[]): string[] {
  const [first, ...others] = pieces.map(({ path }) => path)
  if (!first) return []
  return others.every((path) => joined(path) === joined(first)) ? first : first.slice(0, -1)
}

function joined(path: string[]): string {
  return path.join('\n')
}
