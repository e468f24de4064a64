import type { Ranges } from './text-ranges.ts'

const VALUE = String.raw`"[^"]{0,2000}"|'[^']{0,2000}'|\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}|[^\s"'=<>\x60{]+`
const ATTRIBUTE = String.raw`\s+(?:[^\s"'=<>\x60/{]+(?:\s*=\s*(?:${VALUE}))?|\{\.\.\.[^{}]*\})`
const TAG = new RegExp(String.raw`(?<!\\)<(/?)([a-z][a-z0-9.-]*)((?:${ATTRIBUTE})*)\s*(/?)>`, 'gi')

/** Elements without an end. Some count only with attributes, since `<input>` by itself is mostly a placeholder. */
const VOID = new Set(['br', 'hr', 'wbr', 'img'])
const VOID_WITH_ATTRIBUTES = new Set('input source link meta area base col embed track'.split(' '))
/** Elements whose end may be left out; without it they count at the beginning of a line. */
const MAY_LACK_END = new Set('p li dt dd tr td th thead tbody tfoot'.split(' '))
/** Matches what stands in a line before the first thing in it: indentation, marks of quotations, bullets. */
export const AT_LINE_START = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/

export interface Tag {
  /** As it is written; `lower` is in lower case. */
  name: string
  lower: string
  start: number
  end: number
  isEnd: boolean
  attributes: string
  ending?: Tag
}

/**
 * Finds the tags in Markdown outside its code. A tag counts only if it has a counterpart, unless it can't have one, so
 * that placeholders such as `<your-name>` and texts such as "a <b and c> d" are none.
 */
export function tagsOf(text: string, code: Ranges): Tag[] {
  const tags: Tag[] = []
  const alone = new Set<Tag>()
  const open = new Map<string, Tag[]>()
  let next = 0
  for (const { 0: all, 1: slash, 2: name = '', 3: attributes = '', 4: closed, index: start } of text.matchAll(TAG)) {
    while (next < code.length && code[next]![1] <= start) next++
    if (next < code.length && code[next]![0] <= start) continue
    const lower = name.toLowerCase()
    const tag: Tag = { name, lower, start, end: start + all.length, isEnd: slash !== '', attributes }
    tags.push(tag)
    if (closed !== '' || VOID.has(lower) || (VOID_WITH_ATTRIBUTES.has(lower) && attributes !== '')) continue
    const isAtLineStart = () => AT_LINE_START.test(text.slice(Math.max(0, start - 20), start))
    if (!(MAY_LACK_END.has(lower) && isAtLineStart())) alone.add(tag)
    const waiting = open.get(name) ?? []
    open.set(name, waiting)
    const partner = tag.isEnd ? waiting.pop() : undefined
    if (!tag.isEnd) waiting.push(tag)
    else if (partner) {
      partner.ending = tag
      alone.delete(partner)
      alone.delete(tag)
    }
  }
  return tags.filter((tag) => !alone.has(tag))
}
