import type { Passage } from '../../knowledge/types.ts'
import { withoutMarkers } from './citations.ts'
import { withoutReasoning } from './provider-text.ts'
import { HAND_OVER, NO_ANSWER } from './tools.ts'
import { mayBeCall, wrapperAt } from './written-call.ts'

// Matches an end of a text that may become a tag around a model's reasoning, or around its call of a tool.
const BEGUN_TAG =
  /(?:<\|channel\|?>[^<\n]{0,60}(?:<\|constrain\|>[^<\n]{0,20})?(?:<[^>\n]{0,20})?|<[/|]?[a-z:_|]{0,14}|\[\/?[A-Z_]{0,10}|◁\/?[a-z]{0,5})$/i
// Matches an end of a text that may become a citation marker.
const BEGUN_MARKER = /(?:\[[[\]\d,; -]{0,44}|【[^】\n]{0,41})$/u
const ENDS_WITHIN = 200 // characters; all that these patterns match is shorter

/**
 * What may be shown of an unfinished reply: no reasoning, calls of tools and markers, nor an end that could become one.
 * While it grows, the result nearly always stays a beginning of later results.
 * @param tools the names of the tools that the model may call
 */
export function shownText(text: string, passages: readonly Passage[], tools: readonly string[] = []): string {
  return withoutMarkers(without(settledText(text, tools), BEGUN_MARKER), passages).content
}

/** The part of an unfinished reply that is settled, with its markers: no reasoning, no call of a tool, no open code. */
export function settledText(text: string, tools: readonly string[]): string {
  const written = withoutReasoning(without(text, BEGUN_TAG))
  if (mayBeCall(written, [NO_ANSWER, HAND_OVER, ...tools])) return ''
  const call = wrapperAt(written)
  const said = call < 0 ? written : written.slice(0, call)
  const line = said.slice(said.lastIndexOf('\n') + 1)
  return said.slice(0, said.length - begunCode(line).length)
}

function without(text: string, end: RegExp): string {
  const before = text.slice(0, -ENDS_WITHIN)
  const found = end.exec(text.slice(before.length))
  return found ? text.slice(0, before.length + found.index) : text
}

/** The end of a line that may become code, where markers don't count: from the last of an odd number of backticks. */
function begunCode(line: string): string {
  const isOpen = line.split('`').length % 2 === 0
  return isOpen ? line.slice(line.lastIndexOf('`')) : ''
}
