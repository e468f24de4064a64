import type { AnswerThreshold } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import { isKnown, isKnownTogether } from './confidence.ts'
import { fittingAction } from './fitting-action.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { passagesOf, type Question, type Searched } from './questions.ts'
import { type Quote, quotesFrom } from './quote.ts'
import { withoutRepeating } from './repeated.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'

export type AskedQuestion = Pick<Question, 'message' | 'query'> & {
  passages: Passage[]
  /** Those of the passages that may be quoted; all of them if unset. */
  quotable?: Passage[]
  /** The message with the question before it, where it may go on from that, and the passages found for both queries. */
  again?: Searched | undefined
  /** The agent's actions, compared with `message`. */
  actions: AgentAction[]
  /** The AI's message just before this one, if there is one. */
  said?: string | undefined
}

/** The built-in model's input. It reads nothing else, neither system prompt nor earlier messages. */
export type AnswerInput = {
  questions: AskedQuestion[]
  canHandOver: boolean
  /** Whether an unknown question is answered by the offer of a person; otherwise people take over, if they can. */
  offersPerson?: boolean
  threshold: AnswerThreshold
  /** The visitor's last message before the form that they have just submitted, if any; the reply confirms the form. */
  completedAfter: string | null
}

export type Answer = ({ text: string } | { tool: string; message: string }) & {
  /** The passages that are quoted, as indexes into those of all questions one after the other (`passagesOf`). */
  quoted: number[]
  /** The queries of the questions whose answer the model does not know. */
  unanswered: string[]
}

/** Makes the built-in model's answer by fixed rules: a confirmation, greeting, handover, form, quotes, or no answer. */
export function answer(input: AnswerInput): Answer {
  const { questions, completedAfter } = input
  const wish = questions.find(({ message }) => intentOf(message) === 'person')
  if (wish && input.canHandOver) return call(HAND_OVER, PHRASES[languageOf(wish.message, besides(wish))].handOver)
  let before = 0
  const parts = questions.map((question) => {
    const given = answerTo(question, input)
    const quoted = given.quoted.map((index) => before + index)
    before += passagesOf([question]).length
    return { ...given, quoted, message: 'message' in given ? given.message : '', asked: question.message }
  })
  const done = completedAfter === null ? [] : [PHRASES[languageOf(completedAfter)].formDone]
  if (parts.length === 0) return { text: done.join(), quoted: [], unanswered: [] }
  if (parts.length === 1 && done.length === 0) return answerTo(questions[0]!, input)
  return together(parts, done, input.canHandOver)
}

const call = (tool: string, message: string): Answer => ({ tool, message, quoted: [], unanswered: [] })

function answerTo(asked: AskedQuestion, input: AnswerInput): Answer {
  const { message, query, passages, quotable = passages, actions, said, again } = asked
  const say = PHRASES[languageOf(message, besides({ passages }))]
  const intent = intentOf(message)
  if (intent === 'greeting' || intent === 'thanks' || intent === 'goodbye' || intent === 'robot')
    return { text: say[intent], quoted: [], unanswered: [] }
  const form = (action: AgentAction) => call(toolNameOf(action), say.form)
  const contact = actions.find(asksForContact)
  if (intent === 'person') return contact ? form(contact) : call(NO_ANSWER, say.noPerson)
  const wanted = fittingAction(message, actions)
  if (wanted && (wanted.isSure || intent === 'contact')) return form(wanted.action)
  if (intent === 'contact' && contact) return form(contact)
  const own = knownBy({ query, passages: quotable }, input.threshold)
  if (!own && wanted) return form(wanted.action)
  const known = own ?? (again && knownTogether(again, input.threshold))
  if (!known) return { ...call(NO_ANSWER, say[unknownSaid(input)]), unanswered: [query] }
  const told = said ? withoutRepeating({ message, ...known }, known.quotes, said) : known.quotes
  const text = told.map((quote) => quote.text).join('\n\n')
  const all = passagesOf([asked])
  return { text, quoted: told.map(({ passage }) => all.indexOf(known.passages[passage]!)), unanswered: [] }
}

function knownBy(searched: Searched, threshold: AnswerThreshold) {
  const quotes = quotesOf(searched, threshold)
  return isKnown(searched.query, searched.passages, quotes, threshold) ? { ...searched, quotes } : undefined
}

function knownTogether(searched: Searched, threshold: AnswerThreshold) {
  const quotes = quotesOf(searched, threshold)
  return isKnownTogether(searched.passages, quotes, threshold) ? { ...searched, quotes } : undefined
}

function quotesOf({ query, passages }: Searched, threshold: AnswerThreshold): Quote[] {
  const checked = quotesFrom(query, passages)
  // A bold agent also answers by what is near, where nothing that it knows bears out the question.
  return checked.length === 0 && threshold === 'bold' ? quotesFrom(query, passages, false) : checked
}

const unknownSaid = ({ canHandOver, offersPerson }: AnswerInput) =>
  offersPerson ? 'unknownOffer' : canHandOver ? 'unknownHandOver' : 'unknown'

/** What may tell the language of a message that could be in two. */
const besides = ({ passages }: Pick<AskedQuestion, 'passages'>) => passages.map(({ content }) => content)

type Part = Answer & { message: string; asked: string }

/**
 * One answer to several questions: the known answers, that a form has arrived (`done`), and which have none. No form is
 * offered if a person can take over, who can see to the wish for it too.
 */
function together(parts: readonly Part[], done: readonly string[], canHandOver: boolean): Answer {
  const unknown = parts.filter(({ unanswered }) => unanswered.length > 0)
  const calls = parts.flatMap((part) => ('tool' in part && !unknown.includes(part) ? [part] : []))
  const form = unknown.length > 0 && canHandOver ? undefined : calls.find(({ tool }) => tool !== NO_ANSWER)
  const refusal = calls.find(({ tool }) => tool === NO_ANSWER)
  const told = [...parts.flatMap((part) => ('text' in part ? part.text : [])), ...done]
  const said = [...told, ...(refusal ? [refusal.message] : []), ...refused(unknown, parts.length + done.length)]
  if (form) said.push(form.message)
  const text = said.filter((one, at) => !said.some((other, place) => isSaidIn(other, one, place < at))).join('\n\n')
  const more = {
    quoted: parts.flatMap(({ quoted }) => quoted),
    unanswered: unknown.flatMap(({ unanswered }) => unanswered),
  }
  const tool = form?.tool ?? (unknown.length > 0 || refusal ? NO_ANSWER : undefined)
  return tool ? { tool, message: text, ...more } : { text, ...more }
}

const isSaidIn = (other: string, one: string, isEarlier: boolean) =>
  other.includes(one) && (isEarlier || other.length > one.length)

/** The sentence about the questions without an answer. It names them if the reply also says something else. */
function refused(unknown: readonly Part[], all: number): string[] {
  const last = unknown.at(-1)
  if (!last) return []
  if (unknown.length === all) return [last.message]
  return [`${unknown.map(({ asked }) => inQuotes(asked)).join(' ')} – ${last.message}`]
}

const NAMED_CHARACTERS = 150 // of a question without an answer

function inQuotes(question: string): string {
  const characters = [...question.trim().replace(/\s+/g, ' ')]
  const isLong = characters.length > NAMED_CHARACTERS
  return `“${characters.slice(0, NAMED_CHARACTERS).join('')}${isLong ? '…' : ''}”`
}

function asksForContact({ fields }: AgentAction): boolean {
  return fields.some(({ type }) => type === 'email' || type === 'phone')
}
