import { sentencesOf } from '../../knowledge/sentences.ts'
import { nextCode } from './markdown-code.ts'

// How models mark reasoning that a server passes on as text: tags such as <think>, [THINK] (Mistral), or a channel
// (gpt-oss and Gemma), whose "final" becomes "assistantfinal" where the marks in angle brackets are removed.
const NAMES = '(?:seed:)?(?:think|thinking|thought|reasoning)'
const TO_OTHERS = '(?!final)[^<\\n]{0,60}(?:<\\|constrain\\|>[^<\\n]{0,20})?'
const BEGINS = `<${NAMES}>|\\[THINK\\]|◁think▷|<\\|channel\\|>${TO_OTHERS}<\\|message\\|>|<\\|channel>thought`
const CLOSES = `</${NAMES}>|\\[/THINK\\]|◁/think▷|<\\|channel\\|>final[^<\\n]{0,60}<\\|message\\|>|<channel\\|>|assistantfinal`
const TAGS = new RegExp(`(?<closes>${CLOSES})|${BEGINS}`, 'gi')
const CHANNEL_ENDS = /<\|(?:end|return)\|>\s*$/
const ENDED = /(?<!\d)[.!?…。！？।؟]["'”’»)\]*_]*$/u
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/

/**
 * Removes the reasoning that some models write between `<think>` and `</think>`, or other tags. If the end tag is
 * missing, the rest is removed; if the start tag is missing (some chat templates omit it), all text before the end tag.
 * Tags in code are kept. Of a text that is still being written, reasoning may remain only if no start tag announces it.
 */
export function withoutReasoning(text: string): string {
  return readReasoning(text).said
}

interface Reasoning {
  said: string
  isClosed: boolean
  /** Whether the text begins with reasoning that no start tag announces. */
  isUnannounced: boolean
}

/** Removes the reasoning from a text as `withoutReasoning` does, and says which of its tags were found. */
export function readReasoning(text: string): Reasoning {
  let said = ''
  let thinking = false
  let isClosed = false
  let isUnannounced = false
  // Reasoning is not parsed as Markdown: a stray backtick in it must not hide the tag that ends it.
  for (let rest = text; rest !== ''; ) {
    const tag: Tag | undefined = thinking ? closingTag(rest) : nextTag(rest)
    if (!tag) {
      if (!thinking) said = (said + rest).replace(CHANNEL_ENDS, '')
      break
    }
    isUnannounced ||= tag.closes && rest === text && text.slice(0, tag.at).trim() !== ''
    isClosed ||= tag.closes
    if (tag.closes && !thinking) said = ''
    else if (!thinking) said += rest.slice(0, tag.at)
    thinking = !tag.closes
    rest = rest.slice(tag.end)
  }
  return { said: said.trim(), isClosed, isUnannounced }
}

/** Whether a text contains a tag that ends reasoning, even if only in code. */
export const hasEndTag = (text: string): boolean => closingTag(text) !== undefined

interface Tag {
  at: number
  end: number
  closes: boolean
}

/** The first tag outside code. It reads no further than that, so that a text of many tags is read once. */
function nextTag(text: string): Tag | undefined {
  let from = 0
  for (let tag = tagFrom(text, 0); tag; tag = tagFrom(text, from)) {
    let code = nextCode(text, from, tag.at)
    while (code && code.to <= tag.at) code = nextCode(text, code.to, tag.at)
    if (!code) return tag
    from = code.to
  }
  return undefined
}

function tagFrom(text: string, from: number): Tag | undefined {
  const tags = new RegExp(TAGS)
  tags.lastIndex = from
  const tag = tags.exec(text)
  return tag ? toTag(tag) : undefined
}

function closingTag(text: string): Tag | undefined {
  for (const match of text.matchAll(TAGS)) if (match.groups?.closes) return toTag(match)
  return undefined
}

function toTag({ index, 0: tag, groups }: RegExpExecArray): Tag {
  return { at: index, end: index + tag.length, closes: groups?.closes !== undefined }
}

/**
 * Shortens a truncated text to its last complete sentence or line. Drops an unclosed code block, and final lines that
 * only announce more (with a colon). May return an empty text.
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

/** Shortens a text to at most `maximum` characters, at the end of a sentence if possible. */
export function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text
  const cut = text.slice(0, maximum - 1).toWellFormed()
  return wholeSentences(cut) || `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`
}
