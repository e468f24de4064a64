import type { AnswerThreshold } from '#contract/enums.ts'
import type { Passage } from '../../knowledge/types.ts'
import { confidenceOf, KNOWN_FROM } from './confidence.ts'
import { fittingAction } from './fitting-action.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { quotesFrom } from './quote.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'

/** The built-in model's input. It reads nothing else, neither system prompt nor earlier messages. */
export type AnswerInput = {
  /** The visitor's last written message. */
  message: string
  /** What the passages were searched for: the message, with the questions before it if it follows them up. */
  question: string
  passages: Passage[]
  actions: AgentAction[]
  canHandOver: boolean
  /** How sure it must be to answer. */
  threshold: AnswerThreshold
  /** Whether the visitor has just submitted a form, so that the reply only confirms it. */
  actionCompleted: boolean
}

/** Either a text with the passages it quotes, as indexes into the given ones, or a tool call. */
export type Answer = { text: string; quoted: number[] } | { tool: string; message: string }

/**
 * Makes the built-in model's answer by fixed rules: it confirms a submitted form, replies to greetings, hands over to a
 * person, offers a form, or quotes the passages. Below a minimum confidence it says that it has no answer.
 */
export function answer(input: AnswerInput): Answer {
  const say = PHRASES[languageOf(input.message)]
  if (input.actionCompleted) return { text: say.formDone, quoted: [] }
  const intent = intentOf(input.message)
  if (intent === 'greeting' || intent === 'thanks' || intent === 'goodbye' || intent === 'robot')
    return { text: say[intent], quoted: [] }
  const form = (action: AgentAction) => ({ tool: toolNameOf(action), message: say.form })
  const contact = input.actions.find(asksForContact)
  if (intent === 'person') {
    if (input.canHandOver) return { tool: HAND_OVER, message: say.handOver }
    return contact ? form(contact) : { tool: NO_ANSWER, message: say.noPerson }
  }
  const wanted = fittingAction(input.message, input.actions)
  if (wanted && (wanted.isSure || intent === 'contact')) return form(wanted.action)
  if (intent === 'contact' && contact) return form(contact)
  const quotes = quotesFrom(input.question, input.passages)
  const isKnown = confidenceOf(input.question, input.passages, quotes) >= KNOWN_FROM[input.threshold]
  if (!isKnown && wanted) return form(wanted.action)
  if (!isKnown) return { tool: NO_ANSWER, message: input.canHandOver ? say.unknownHandOver : say.unknown }
  return { text: quotes.map(({ text }) => text).join('\n\n'), quoted: quotes.map(({ passage }) => passage) }
}

function asksForContact({ fields }: AgentAction): boolean {
  return fields.some(({ type }) => type === 'email' || type === 'phone')
}
