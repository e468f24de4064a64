import { termsOf } from '../../knowledge/terms.ts'
import type { Passage } from '../../knowledge/types.ts'
import { confidenceOf, KNOWN_FROM } from './confidence.ts'
import { asksForAction, intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { quotesFrom } from './quote.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'

/** All that the built-in model goes by. */
export type AnswerInput = {
  /** The visitor's last message, as it was written. */
  message: string
  passages: Passage[]
  actions: AgentAction[]
  canHandOver: boolean
  /** The visitor has just filled in a form: there is nothing to look up. */
  actionCompleted: boolean
}

/** Text with `[[1]]` after what passage 1 says, or a tool call. */
export type Answer = { text: string } | { tool: string; message: string }

/** Answers as a careful clerk would: quotes what is written, says so when it isn't, and knows when to call somebody. */
export function answer(input: AnswerInput): Answer {
  const say = PHRASES[languageOf(input.message)]
  if (input.actionCompleted) return { text: say.formDone }
  const intent = intentOf(input.message)
  if (intent === 'greeting' || intent === 'thanks' || intent === 'goodbye' || intent === 'robot')
    return { text: say[intent] }
  const form = (action: AgentAction) => ({ tool: toolNameOf(action), message: say.form })
  const contact = input.actions.find(asksForContact)
  if (intent === 'person') {
    if (input.canHandOver) return { tool: HAND_OVER, message: say.handOver }
    return contact ? form(contact) : { tool: NO_ANSWER, message: say.noPerson }
  }
  const wanted = fittingAction(input)
  if (wanted) return form(wanted)
  if (intent === 'contact' && contact) return form(contact)
  if (confidenceOf(input.message, input.passages) < KNOWN_FROM)
    return { tool: NO_ANSWER, message: input.canHandOver ? say.unknownHandOver : say.unknown }
  const quotes = quotesFrom(input.message, input.passages)
  return {
    text: quotes
      .map(({ passage, text }) => `${text}${text.endsWith('```') ? '\n' : ' '}[[${passage + 1}]]`)
      .join('\n\n'),
  }
}

function asksForContact({ fields }: AgentAction): boolean {
  return fields.some(({ type }) => type === 'email' || type === 'phone')
}

/** The action whose name the visitor speaks of ("I'd like to book a demo" → Book a demo), if any is asked for. */
function fittingAction({ message, actions }: AnswerInput): AgentAction | undefined {
  if (!asksForAction(message)) return undefined
  const said = new Set(termsOf(message))
  const share = (action: AgentAction) => {
    const named = [...new Set(termsOf(action.name))]
    return named.length === 0 ? 0 : named.filter((term) => said.has(term)).length / named.length
  }
  const best = actions
    .map((action) => ({ action, share: share(action) }))
    .sort((one, other) => other.share - one.share)[0]
  return best && best.share > 0.5 ? best.action : undefined
}
