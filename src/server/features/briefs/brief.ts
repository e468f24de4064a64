import type { MessageAction } from '#contract/actions.ts'
import type { GapState } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { asksNothing } from '../../adapters/models/questions.ts'
import { isAnswer, type Said, unanswered } from '../gaps/index.ts'

export type Brief = NonNullable<Data<'listThread'>['brief']>

/** A message with what its answer trace, its form and the gap that it belongs to say; each is null if there is none. */
export interface Briefed extends Said {
  position: number
  /** The form that it asks to fill in, as JSON. */
  action: string | null
  /** What the answer was taken from, as JSON. */
  citations: string | null
  /** Of a visitor's question that no source answers, what became of that gap. */
  gap: GapState | null
  /** What that gap says that it asks, of a mail with its subject; null if the reply's trace says it. */
  gap_question: string | null
}

const LISTED = 10 // of each kind, the latest
const CHARACTERS = 200 // of each question and each value

/**
 * What a person who is called has to know before they answer, without any model: what was asked, what the AI answered
 * and from which sources, what these lack, and the forms that were filled in; each the latest first, and at most ten.
 * @param said the latest messages, oldest first
 * @returns null if there is nothing to say
 */
export function briefOf(said: readonly Briefed[], isByMail: boolean): Brief | null {
  const newest = said.toReversed()
  const brief: Brief = {
    asked: latest(newest, asks).map(({ position, content }) => ({ position: place(position), content: cut(content) })),
    answered: latest(newest, answers).map(({ position, citations }) => ({
      position: place(position),
      sources: titlesIn(citations),
    })),
    lacking: lackingIn(said, isByMail).slice(-LISTED).toReversed().map(cut),
    forms: newest.flatMap(filledIn).slice(0, LISTED),
  }
  return Object.values(brief).some((part) => part.length > 0) ? brief : null
}

/** The first ten that are meant. Later ones are not looked at, as telling what a message wants takes time. */
function latest(newest: readonly Briefed[], isMeant: (message: Briefed) => boolean): Briefed[] {
  const found: Briefed[] = []
  for (const message of newest) if (found.length < LISTED && isMeant(message)) found.push(message)
  return found
}

const place = (position: number) => `${position}.0`

function cut(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= CHARACTERS ? characters.join('') : `${characters.slice(0, CHARACTERS - 1).join('')}…`
}

/** Whether a visitor's message asks something or wants to be called back; a wish for a person is neither. */
function asks({ role, content }: Briefed): boolean {
  if (role !== 'visitor' || content.trim() === '' || asksNothing(content)) return false
  const intent = intentOf(content)
  return intent === null || intent === 'contact'
}

/** Whether a reply answers a question. One without a source may as well answer a greeting. */
function answers(reply: Briefed): boolean {
  if (!isAnswer(reply)) return false
  const { search_query: query } = reply
  return titlesIn(reply.citations).length > 0 || (query !== null && intentOf(query) === null)
}

const titlesIn = (citations: string | null): string[] => [
  ...new Set((JSON.parse(citations ?? '[]') as { title: string }[]).map(({ title }) => title)),
]

/** What no source answers, in the words that were searched for, without what is settled by now. */
function lackingIn(said: readonly Briefed[], isByMail: boolean): string[] {
  const refused = said.flatMap(({ reason, search_query: query }, at) => {
    const isRefused = reason === 'no_passage' || reason === 'not_supported'
    return isRefused && query !== null && !isSettled(askedBefore(said, at)) ? query : []
  })
  const asked = askedBefore(said, said.length)
  const inVain = isByMail && !isSettled(asked) ? unanswered(asked, true) : []
  return [
    ...refused,
    ...inVain.map(({ messageId, text }) => asked.find(({ id }) => id === messageId)?.gap_question ?? text),
  ]
}

/** The visitor's messages before a place, back to the one that somebody else wrote. */
function askedBefore(said: readonly Briefed[], place: number): readonly Briefed[] {
  const last = said.findLastIndex(({ role }, at) => at < place && role !== 'visitor')
  return said.slice(last + 1, place)
}

/** Whether the questions were unanswered and all of them are taught, dismissed or answered by now. */
function isSettled(asked: readonly Briefed[]): boolean {
  const gaps = asked.flatMap(({ gap }) => gap ?? [])
  return gaps.length > 0 && !gaps.includes('open')
}

function filledIn({ action }: Briefed): Brief['forms'] {
  const form = action === null ? null : (JSON.parse(action) as MessageAction)
  if (form?.status !== 'completed') return []
  const values: Record<string, unknown> = Object.assign({}, ...(form.result ?? []))
  const fields = form.fields.flatMap(({ name, label }) => {
    const value = cut(String(values[name] ?? ''))
    return value === '' ? [] : { label, value }
  })
  return [{ name: form.name, fields }]
}
