import { isBlank, type Line } from './line.ts'
import {
  beginsWithHeaders,
  isAttribution,
  isDrawnAttribution,
  isForwardSubject,
  isMobileFooter,
  isWholeAttribution,
  isWordedDivider,
  saysForwarded,
  saysWhen,
  unquoted,
} from './marks.ts'

/** Most lines of an attribution, which programs break, and of a signature, which nobody makes longer. */
const ATTRIBUTION_LINES = 4
const SIGNATURE_LINES = 20
const HEADER_LINES = 8
/** Most empty lines between a line drawn and the headers below it. */
const GAP_LINES = 20

/**
 * The lines that a person wrote now, and whether others are left out. What is quoted, with who wrote it, signatures and
 * what telephones add are left out; what is forwarded is not, nor anything of a mail with answers between what it quotes.
 * Earlier mails without any mark of quoting are looked for in an answer only: a form may look like one.
 */
export function cutLines(
  lines: readonly Line[],
  { subject, isAnswer }: { subject: string; isAnswer: boolean },
): { shown: Line[]; isCut: boolean } {
  const all = lines.map((line) => ({ ...line }))
  const forward = forwardIn(all, subject)
  const own = forward < 0 ? all : all.slice(0, forward)
  markIndented(own)
  if (isAnswer) markHistory(own)
  const isAnswered = markQuotes(own)
  if (isAnswered) return { shown: all, isCut: false }
  markSignatures(own)
  const shown = all.filter(({ part }, index) => (forward >= 0 && index >= forward) || part === 'own')
  if (shown.every(isBlank)) return { shown: all, isCut: false }
  const written = (some: Line[]) => some.filter((line) => !isBlank(line)).length
  return { shown, isCut: written(shown) < written(all) }
}

/** Where what is forwarded begins; -1 if nothing is. */
function forwardIn(lines: Line[], subject: string): number {
  const isSaid = lines.findIndex(
    (line, index) => line.part !== 'quote' && (saysForwarded(line.text) || isAnnounced(lines, index)),
  )
  if (isSaid >= 0 || !isForwardSubject(subject)) return isSaid
  return lines.findIndex((line, index) => line.part === 'quote' || isHistoryAt(lines, index))
}

/** Whether a line announces, in any language, a mail that is quoted with its headers, as Apple does when it forwards. */
function isAnnounced(lines: Line[], index: number): boolean {
  const { text } = lines[index]!
  if (!/[:：]\s*$/.test(text) || isAttribution(text) || isWordedDivider(text)) return false
  const quote = nextWritten(lines, index + 1)
  if (lines[quote]?.part !== 'quote') return false
  return beginsWithHeaders(
    lines.slice(quote, quote + HEADER_LINES).map((line) => unquoted(line.text)),
    true,
  )
}

/** Marks as quoted what is merely indented, where a line above it or within says who wrote it and when. */
function markIndented(lines: Line[]): void {
  for (const [index, line] of lines.entries()) {
    if (!line.isIndented || lines[index - 1]?.isIndented) continue
    const above = lines.slice(attributionAbove(lines, index), index)
    const inside = lines.slice(index, index + ATTRIBUTION_LINES).filter(({ isIndented }) => isIndented)
    const isInside = inside.some((_, last) => isWholeAttribution(textOf(inside.slice(0, last + 1))))
    if (!isInside && !saysWhen(textOf(above))) continue
    const end = lines.findIndex((each, at) => at > index && !each.isIndented)
    for (const each of lines.slice(index, end < 0 ? undefined : end)) each.part = 'quote'
  }
}

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join(' ')

/** Marks what follows the headers of an earlier mail, to the end. */
function markHistory(lines: Line[]): void {
  const start = lines.findIndex((line, index) => line.part !== 'quote' && isHistoryAt(lines, index))
  if (start < 0) return
  for (const line of lines.slice(start)) line.part = 'quote'
}

function isHistoryAt(lines: Line[], index: number): boolean {
  const { text, part } = lines[index]!
  if (part === 'own' && isWholeAttribution(text)) return lines[nextWritten(lines, index + 1)]?.part === 'own'
  if (part === 'own' && isDrawnAttribution(text)) return true
  const isDivider = part === 'divider' || isWordedDivider(text)
  const above = lines[index - 1]
  const isBelowGap = !above || isBlank(above) || isMobileFooter(above.text)
  if (!isDivider && (isBlank(lines[index]!) || !isBelowGap)) return false
  const start = isDivider ? nextWritten(lines, index + 1) : index
  if (isDivider && isHistoryBelow(lines[start])) return true
  return beginsWithHeaders(
    lines.slice(start, start + HEADER_LINES).map((line) => line.text),
    isDivider,
  )
}

const isHistoryBelow = (line: Line | undefined) => line?.part === 'own' && isWholeAttribution(line.text)

function nextWritten(lines: Line[], from: number): number {
  let index = from
  while (index < lines.length && index < from + GAP_LINES && isBlank(lines[index]!)) index++
  return index
}

/** Marks who wrote what is quoted. Says whether there are answers between what is quoted. */
function markQuotes(lines: Line[]): boolean {
  let [blocks, answers, isNamed] = [0, 0, false]
  let isInside = false
  for (const [index, line] of lines.entries()) {
    if (line.part !== 'quote') {
      isInside &&= isBlank(line)
      continue
    }
    if (isInside) continue
    isInside = true
    blocks++
    const top = attributionAbove(lines, index)
    if (blocks > 1 && hasOwnAbove(lines, top)) answers++
    for (const above of lines.slice(top, index)) above.part = 'quote'
    isNamed ||= top < index || isAttributedInside(lines, index)
  }
  // What is marked as such and stands above no quote, and a line above no headers, is the person's own.
  for (const line of lines) if (line.part === 'attribution' || line.part === 'divider') line.part = 'own'
  return blocks === 1 && !isNamed ? hasOwnBelow(lines) : answers > 0
}

/** Where what a program wrote above a quote begins; the quote itself if nothing is. */
function attributionAbove(lines: Line[], quote: number): number {
  const top = attributionEndingAt(lines, lastWritten(lines, quote - 1)) ?? quote
  // Below a drawn line with words there may be headers, of which an attribution is only the last.
  for (let above = lastWritten(lines, top - 1), rest = HEADER_LINES; above >= 0 && rest > 0; above--, rest--) {
    const line = lines[above]!
    if (line.part === 'quote' || isBlank(line)) break
    if (isWordedDivider(line.text)) return above
  }
  return top
}

/** Where an attribution begins whose last line is given: at the line that says when, if one does. */
function attributionEndingAt(lines: Line[], last: number): number | undefined {
  let [text, found] = ['', undefined as number | undefined]
  for (let first = last; first >= 0 && last - first < ATTRIBUTION_LINES; first--) {
    const line = lines[first]!
    if (isBlank(line) || line.part === 'quote' || (found !== undefined && endsSentence(line.text))) return found
    text = `${line.text} ${text}`.trim()
    if (line.part === 'attribution' && lines[first - 1]?.part !== 'attribution') return first
    if (line.part === 'attribution' || !isAttribution(text)) continue
    if (saysWhen(text)) return first
    found ??= first
  }
  return found
}

function lastWritten(lines: Line[], from: number): number {
  let index = from
  while (index >= 0 && isBlank(lines[index]!)) index--
  return index
}

/** Apple writes inside the quote who wrote it. */
function isAttributedInside(lines: Line[], quote: number): boolean {
  const written = lines.slice(quote, quote + ATTRIBUTION_LINES).map(({ text }) => unquoted(text))
  return written.some(isAttribution) || beginsWithHeaders(written, true)
}

/** Whether something is written above a quote and below the one before it. */
function hasOwnAbove(lines: Line[], quote: number): boolean {
  let index = quote - 1
  while (index >= 0 && lines[index]!.part !== 'quote' && !isOwn(lines[index]!)) index--
  return index >= 0 && isOwn(lines[index]!)
}

function hasOwnBelow(lines: Line[]): boolean {
  const below = lines.slice(lines.findLastIndex(({ part }) => part === 'quote') + 1)
  const end = below.findIndex(({ text, part }) => isDashes(text) || part === 'signature')
  return below.slice(0, end < 0 ? undefined : end).some(isOwn)
}

const isOwn = (line: Line) => line.part === 'own' && !isBlank(line)
const endsSentence = (text: string) => /[.!?。！？]\s*$/.test(text)
const isDashes = (text: string) => /^--[ \u00a0]$/.test(text)

/** Marks signatures below their dashes, and the last line before a quote or the end if a telephone wrote it. */
function markSignatures(lines: Line[]): void {
  const dashes = lines.findIndex(({ text, part }) => part === 'own' && isDashes(text))
  if (dashes >= 0) {
    const quote = lines.findIndex(({ part }, index) => index > dashes && part === 'quote')
    const signature = lines.slice(dashes, quote < 0 ? undefined : quote)
    if (signature.filter((line) => !isBlank(line)).length <= SIGNATURE_LINES)
      for (const line of signature) line.part = 'signature'
  }
  const last = lines.findLastIndex((line) => line.part === 'own' && !isBlank(line))
  const isAlone = last > 0 && (isBlank(lines[last - 1]!) || lines[last - 1]!.part !== 'own')
  if (isAlone && isMobileFooter(lines[last]!.text)) lines[last]!.part = 'signature'
}
