import type { MessageAction } from '#contract/actions.ts'

/** Something the visitor can be asked to fill in. */
export type AgentAction = {
  id: string
  slug: string
  name: string
  description: string
  fields: MessageAction['fields']
}

/** Tools that any model may call instead of answering. None has an `execute`: a call ends the model's answer. */
export const HAND_OVER = 'hand_over'
export const NO_ANSWER = 'no_answer'
const RESERVED: readonly string[] = [HAND_OVER, NO_ANSWER]
const NAME_MAXIMUM = 64 // characters, at OpenAI and Anthropic

/** What a model calls an agent's action. */
export function toolNameOf({ slug }: Pick<AgentAction, 'slug'>): string {
  return RESERVED.includes(slug) ? `${slug.slice(0, NAME_MAXIMUM - 5)}_form` : slug
}
