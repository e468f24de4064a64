import { termsOf } from '../../knowledge/terms.ts'
import { asksForAction, isAboutUndoing } from './requests.ts'
import type { AgentAction } from './tools.ts'

/** An action that a message asks for. Unless `isSure`, an answer from the sources takes precedence over its form. */
type Fit = { action: AgentAction; isSure: boolean }

// Chosen on e2e/real-input/actions/phrases.ts: lowest score that offers hardly any needless form.
const FITS_FROM = 0.38
const SURE_FROM = 0.6
const WORDS_WEIGHT = 0.4 // added to the similarity if all words of a message are in this action and no other
const STRANGE_WEIGHT = 0.5 // weight of a word that is in no action; a word that is in one action only has 1
const NAMED = 0.2 // added to the weight of a word that is in the action's name
const FEWEST = 2 // weight that all words of a message count for at least, so that a single shared one doesn't decide
const BEGINNING = 5 // letters by which a word is recognised in another form or in a compound
const SHORTEST = 4 // letters of a word that is looked for in others
const COMPARED = 500 // characters of a message
// Matches a part of a description that says what an action is not for ("not for refunds").
const EXCLUDED =
  /(?<!\p{L})(?:not|never|except|unless|don['’]t|doesn['’]t|nicht|kein\p{L}*|außer|sauf|excepto|tranne|niet)(?!\p{L})[^.;!?\n]*/giu

/** The text by which an action is compared with what visitors write: its name, and what it is for. */
export function textOf({ name, description }: Pick<AgentAction, 'name' | 'description'>): string {
  return `${name}. ${description.replace(EXCLUDED, '')}`
}

/** The part of a message that is compared with the actions; null if the message asks for nothing to be done. */
export function requestIn(message: string): string | null {
  return asksForAction(message) ? message.slice(0, COMPARED) : null
}

/** The action nearest to a message by meaning and words, if any; a word in many actions counts less. */
export function fittingAction(message: string, actions: readonly AgentAction[]): Fit | undefined {
  const request = requestIn(message)
  if (request === null) return undefined
  const scores = scoresOf(request, actions)
  const best = scores.indexOf(Math.max(...scores))
  const action = actions[best]
  if (!action || scores[best]! < FITS_FROM) return undefined
  return { action, isSure: scores[best]! >= SURE_FROM }
}

function scoresOf(request: string, actions: readonly AgentAction[]): number[] {
  const described = actions.map((action) => [...new Set(termsOf(textOf(action)))])
  const asked = [...new Set(termsOf(request))].map((term) => {
    const isIn = described.map((terms) => terms.some((other) => areRelated(term, other)))
    const count = isIn.filter(Boolean).length
    return { term, isIn, weight: count === 0 ? STRANGE_WEIGHT : 1 / count }
  })
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  const isUndoing = isAboutUndoing(request)
  return actions.map((action, at) => {
    if (isAboutUndoing(textOf(action)) !== isUndoing) return 0
    const named = termsOf(action.name)
    let shared = 0
    for (const { term, isIn, weight } of asked) {
      if (isIn[at]) shared += weight
      if (named.some((other) => areRelated(term, other))) shared += NAMED
    }
    return (action.similarity ?? 0) + (WORDS_WEIGHT * shared) / Math.max(total, FEWEST)
  })
}

/** Whether two words are the same, or long enough and one contains the first letters of the other. */
function areRelated(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < SHORTEST || one.length + other.length < SHORTEST + BEGINNING) return false
  return one.includes(other.slice(0, BEGINNING)) || other.includes(one.slice(0, BEGINNING))
}
