import { sentencesOf } from '../../knowledge/sentences.ts'
import { splitAtCode } from './markdown-code.ts'

const REASONING_TAG = /<(\/?)(?:think|thinking|thought|reasoning)>/gi
const ENDED = /(?<!\d)[.!?…。！？।؟]["'”’»)\]*_]*$/u
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/

/**
 * An answer without what the model thought aloud between `<think>` and `</think>`. Thoughts that were never closed hide
 * the rest, thoughts that were never opened, as some chat templates leave them, all before. Tags within code are the
 * answer's own. Never shows more of a beginning than of the whole, unless thoughts close that were never opened.
 */
export function withoutReasoning(text: string): string {
  let said = ''
  let thinking = false
  // Within thoughts there is no code: ticks that stand alone there must not hide the tag that ends them.
  for (let rest = text; rest !== ''; ) {
    const tag: Tag | undefined = thinking ? closingTag(rest) : nextTag(rest)
    if (!tag) return thinking ? said.trim() : (said + rest).trim()
    if (tag.closes && !thinking) said = ''
    else if (!thinking) said += rest.slice(0, tag.at)
    thinking = !tag.closes
    rest = rest.slice(tag.end)
  }
  return said.trim()
}

interface Tag {
  at: number
  end: number
  closes: boolean
}

function nextTag(text: string): Tag | undefined {
  let from = 0
  for (const part of splitAtCode(text)) {
    const [match] = part.isCode ? [] : part.text.matchAll(REASONING_TAG)
    if (match) return toTag(match, from)
    from += part.text.length
  }
  return undefined
}

function closingTag(text: string): Tag | undefined {
  for (const match of text.matchAll(REASONING_TAG)) if (match[1] === '/') return toTag(match, 0)
  return undefined
}

function toTag(match: RegExpExecArray, from: number): Tag {
  return { at: from + match.index, end: from + match.index + match[0].length, closes: match[1] === '/' }
}

/**
 * As much of a text that broke off as is whole: up to its last sentence or line, without a list's or a code block's mere
 * announcement. May be nothing.
 */
export function wholeSentences(text: string): string {
  const lines = text.split('\n')
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []))
  if (fences.length % 2 === 1) lines.splice(fences.at(-1)!)
  else {
    const last = lines.pop() ?? ''
    const open = sentencesOf(last).at(-1) ?? ''
    lines.push(FENCE.test(last) || ENDED.test(open) ? last : last.slice(0, last.lastIndexOf(open)))
  }
  while (lines.length > 0 && /^\s*$|:\s*$/.test(lines.at(-1)!)) lines.pop()
  return lines.join('\n').trimEnd()
}

/** At most `maximum` characters, ended at a sentence where there is one. */
export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const cut = text.slice(0, maximum - 1).toWellFormed()
  return wholeSentences(cut) || `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`
}
