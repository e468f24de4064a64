import type { Attributes } from './scan-html.ts'

/** Matches attributes that name the element which a click opens, with or without a `#` before its id. */
const NAMES_TARGET = /(?:aria-controls|popovertarget|commandfor|data-(?:bs-)?target)\s*=\s*["']?#?([^"'\s>]+)/gi
/** Matches attributes of a tab or question that name what they open, which may be its id without a `#`. */
const NAMES_PANEL =
  /\bdata-[\w-]*(?:toggle|tab|panel|open|show|content|collapse|accordion|trigger|href)\s*=\s*["']?#?([^"'\s>]+)/gi
/** Matches scripts that run on a click, in which an id may stand between quotation marks. */
const CLICK_SCRIPT = /\bonclick\s*=\s*(?:"([^"]*)"|'([^']*)')|\bhref\s*=\s*"javascript:([^"]*)"/gi
const QUOTED_ID = /['"`]#?([\w-]+)['"`]/g
/** Matches attributes in which an id stands after a `#`: links within the page, and what others call their targets. */
const NAMES_ID = /(?:\bhref|\bdata-[\w-]+)\s*=\s*["']?#([^"'\s>]+)/gi
const TARGET_ATTRIBUTE = /controls|target$|^commandfor$/
const OPENS = [
  'aria-controls',
  'aria-expanded',
  'popovertarget',
  'commandfor',
  'data-target',
  'data-bs-target',
  'data-toggle',
]
const CLICKABLE_CLASS = /toggle|trigger|question|expand|collaps|accordion|opener/i
const FOLDED = /accordion|collaps|faq/i
const QUESTION = /[?？؟]\s*$/u
const LONGEST_QUESTION = 200 // characters

/** The ids of a page's elements that something else on the page opens or leads to. */
export function openedIds(html: string): ReadonlySet<string | undefined> {
  const scripts = Array.from(html.matchAll(CLICK_SCRIPT), ([, double, single, address]) => double ?? single ?? address)
  const named = [NAMES_TARGET, NAMES_PANEL, NAMES_ID].flatMap((pattern) => [...html.matchAll(pattern)])
  return new Set([...named, ...scripts.flatMap((script = '') => [...script.matchAll(QUOTED_ID)])].map(([, id]) => id))
}

/** Whether an element says that a click on it opens something, as the question above a folded answer does. */
export const opensSomething = (attributes: Attributes): boolean =>
  OPENS.some((name) => name in attributes) || CLICKABLE_CLASS.test(attributes.class ?? '')

/** Whether parts of an element are folded up until a click opens them, as its class or id says. */
export const isFolded = (attributes: Attributes): boolean =>
  FOLDED.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`)

/** The id of the element that an element opens; undefined if it names none. */
function targetOf(attributes: Attributes): string | undefined {
  const named = Object.entries(attributes).find(
    ([name, value]) =>
      TARGET_ATTRIBUTE.test(name) || ((name === 'href' || name.startsWith('data-')) && /^#./.test(value)),
  )
  return named?.[1].replace(/^#/, '')
}

export interface Opener {
  target: string | undefined
  isQuestion: boolean
  opens: boolean
  /** Where its tags stand in what was written; undefined if they can't be replaced. */
  tags: { start: number; end: number } | undefined
  leftOut: string | undefined
}

/** What is known of an element with this text as it ends; undefined if it has none, or more than a question has. */
export function openerOf(
  attributes: Attributes,
  text: string,
  { tags, leftOut }: Partial<Pick<Opener, 'tags' | 'leftOut'>>,
): Opener | undefined {
  if (text.trim() === '' || text.length > LONGEST_QUESTION) return undefined
  const target = targetOf(attributes)
  return { target, isQuestion: QUESTION.test(text), opens: opensSomething(attributes), tags, leftOut: leftOut?.trim() }
}

/** Whether an element that is hidden, or looks like a menu, is the answer that the element before it opens. */
export const isAnswerTo = (opener: Opener | undefined, id: string | undefined): boolean =>
  opener !== undefined &&
  (opener.target === undefined || opener.target === id) &&
  (opener.isQuestion || opener.opens || opener.target !== undefined)
