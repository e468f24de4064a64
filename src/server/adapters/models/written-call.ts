import { parsedJson } from '../../text/parsed-json.ts'
import { splitAtCode } from './markdown-code.ts'

// How models mark a call of a tool in text: <tool_call> by Qwen and Hermes, [TOOL_CALLS] by Mistral.
const WRAPPER = /<tool_call>|\[TOOL_CALLS\]/

// Matches what follows the opening backticks of a text that may become a code block with a call: an unfinished "json".
const BEGUN_BLOCK = /^(?:j(?:s(?:on?)?)?)?\s*$/

const TICK = '`'

export interface WrittenCall {
  toolName: string
  input: Record<string, unknown>
}

/**
 * The call of a tool that a model has written as text, with the text before it; undefined if there is none. A text that
 * consists of the name of a tool alone counts as its call.
 * @throws Error if a call is marked as one but names none of the tools, or can't be read
 */
export function writtenCall(text: string, tools: readonly string[]): { call: WrittenCall; before: string } | undefined {
  const at = wrapperAt(text)
  if (at < 0) {
    const call = callIn(text, tools)
    return call && { call, before: '' }
  }
  const [body = ''] = text.slice(at).replace(WRAPPER, '').split('</tool_call>')
  const call = callIn(body, tools)
  if (!call) throw new Error('The model wrote a call of a tool that cannot be read.')
  return { call, before: text.slice(0, at).trim() }
}

/** The index at which a marked call of a tool begins in a text, outside code; -1 if there is none. */
export function wrapperAt(text: string): number {
  let from = 0
  for (const part of splitAtCode(text)) {
    const at = part.isCode ? -1 : part.text.search(WRAPPER)
    if (at >= 0) return from + at
    from += part.text.length
  }
  return -1
}

/** Whether a text that is still being written may turn out to be an unmarked call of one of the tools. */
export function mayBeCall(text: string, tools: readonly string[]): boolean {
  const ticks = ticksBefore(text)
  if (ticks > 0 && BEGUN_BLOCK.test(text.slice(ticks))) return true
  const written = withoutTicks(text)
  return (
    written.startsWith('{') ||
    tools.some((name) => {
      if (!written.startsWith(name)) return name.startsWith(written)
      return /^\.?$|^\s*[([{]/.test(written.slice(name.length))
    })
  )
}

function withoutTicks(text: string): string {
  const from = ticksBefore(text)
  let to = text.length
  while (to > from && text[to - 1] === TICK) to -= 1
  const inner = text.slice(from, to)
  return from > 0 ? inner.replace(/^json\n/, '') : inner
}

/** Counted one by one: a regular expression failed with `Maximum call stack size exceeded` on 4 MB of backticks. */
function ticksBefore(text: string): number {
  let count = 0
  while (text[count] === TICK) count += 1
  return count
}

function callIn(text: string, tools: readonly string[]): WrittenCall | undefined {
  const body = withoutTicks(text.trim()).trim()
  const read = /^[{[]/.test(body) ? asJson(body) : body.startsWith('<function=') ? asXml(body) : asName(body)
  return read && tools.includes(read.toolName) ? read : undefined
}

/** Reads `{"name": "no_answer", "arguments": {…}}`, or the first of an array of these. */
function asJson(body: string): WrittenCall | undefined {
  const parsed = parsedJson(body)
  const first = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isObject(first) || typeof first.name !== 'string') return undefined
  const given = first.arguments ?? first.parameters
  const input = typeof given === 'string' ? parsedJson(given) : given
  return { toolName: first.name, input: isObject(input) ? input : {} }
}

/** Reads `<function=no_answer><parameter=message>…</parameter></function>`. */
function asXml(body: string): WrittenCall {
  const message = body.split('<parameter=message>')[1]?.split('</parameter>')[0]?.trim()
  return { toolName: body.slice('<function='.length).split('>')[0]!.trim(), input: message ? { message } : {} }
}

/** Reads `no_answer`, `no_answer({…})`, `no_answer{…}` or `no_answer[ARGS]{…}`. */
function asName(body: string): WrittenCall | undefined {
  const [, toolName = '', rest = ''] = /^([\w-]+)(.*)$/s.exec(body) ?? []
  const given = rest.replace('[ARGS]', '').trim()
  const inner = given.startsWith('(') && given.endsWith(')') ? given.slice(1, -1).trim() : given
  if (inner === '' || inner === '.') return { toolName, input: {} }
  const input = parsedJson(inner)
  return isObject(input) ? { toolName, input } : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
