import type { MessageAction } from '#contract/actions.ts'

export type AgentAction = {
  id: string
  slug: string
  name: string
  description: string
  fields: MessageAction['fields']
  /** Similarity in meaning to the visitor's message, -1 to 1 (`Knowledge.similarities`); unset if not compared. */
  similarity?: number
}

/** Tools for every model, `hand_over` only if the agent may. Without `execute`, a call ends the model's answer. */
export const HAND_OVER = 'hand_over'
export const NO_ANSWER = 'no_answer'
const RESERVED: readonly string[] = [HAND_OVER, NO_ANSWER]
const NAME_MAXIMUM = 64 // characters; the maximum of OpenAI and Anthropic

/** The name of the tool by which a model asks for an action's form: made from its slug. */
export function toolNameOf({ slug }: Pick<AgentAction, 'slug'>): string {
  return RESERVED.includes(slug) ? `${slug.slice(0, NAME_MAXIMUM - 5)}_form` : slug
}
