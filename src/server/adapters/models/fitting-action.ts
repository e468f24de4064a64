import { termsOf } from '../../knowledge/terms.ts'
import { asksForAction } from './intents.ts'
import { languageOf } from './language.ts'
import type { AgentAction } from './tools.ts'

/**
 * What is to be done, and with what: "return a bike" is `{ verbs: ['return'], things: ['bike'] }`, and "a price quote"
 * has no verbs.
 */
type Wish = { verbs: string[]; things: string[] }

// Words of requesting ("I would like") and of people ("the customer"), which don't say what is requested.
const ASKING = new Set(
  termsOf(
    `ask asks asking want wants wanted wish wishes need needs like likes love prefer request requests requested book books
    booking schedule scheduling arrange organise organize order get gets obtain receive receives have send give show see
    take make makes set sign register apply fill submit start open create join subscribe reserve leave share offer offers
    interested interest looking look hoping hope chance
    visitor visitors customer customers client clients user users person people someone somebody anyone whoever
    form use whenever once thank thanks hello hi hey sorry dear help
    möchte möchten will wollen hätte brauche brauchen gern gerne bitte kann können könnte buchen vereinbaren anfordern
    machen haben bekommen erhalten besucher kunde kunden jemand wer`,
  ),
)
const ARTICLE =
  /^(?:an?|the|my|your|our|his|her|their|some|any|one|this|that|another|eine?[nmr]?|der|die|das|den|dem|meine?n?|ihre?n?|une?|l[aeo]s?|des|una|uno|el|il|uma?|het|een)$/
const CLAUSE =
  /[.,;:!?()\n]|(?<![\p{L}\p{N}'-])(?:and|or|but|so|because|if|when|whenever|while|und|oder|wenn|aber|et|ou|y|o|e)(?![\p{L}\p{N}'-])/u
const PREPOSITION =
  /(?<![\p{L}\p{N}'-])(?:for|with|without|about|from|on|at|in|of|by|before|after|during|until|between|next|now|today|tomorrow|tonight|soon|again|für|mit|ohne|über|von|vom|am|im|um|bei|pour|avec|sur|para|con|sobre|per|voor|met|over|de|di|van)(?![\p{L}\p{N}'-])/u
// Matches a part of a description that says what an action is not for ("not for refunds").
const EXCLUDED =
  /\b(?:not|never|except|unless|don['’]t|doesn['’]t|nicht|kein\w*|außer|sauf|excepto|tranne|niet)\b[^.;!?\n]*/giu
const CALLBACK = /\b(call|phone|ring)(?:s|ed|ing)?[ -](?:(?:me|us|him|her|them)[ -])?backs?\b/g
// Matches questions for information, which are answered whatever action exists for their subject.
const ASKS_TO_KNOW =
  /^\W*(?:what|when|why|which|who|whose|where (?:is|are|does|do)|how (?:much|many|long|often|far|old|big|does|do you|are|is)|do you|does|did|is (?!it possible)|are|was|has|wann|was|wer|warum|wie (?:viel|lange|oft)|welche\w*)\b|\b(?:tell|explain|know|wonder|understand|describe|wissen|erklären|sagen)\b/

/**
 * The action that the visitor's message requests, if any: one whose name, or a clause of whose description ("asks for a
 * quote, or wants a demo"), matches a clause of the message. Names take precedence over descriptions, then the order of
 * the actions decides.
 */
export function fittingAction(message: string, actions: readonly AgentAction[]): AgentAction | undefined {
  const text = normalise(message)
  if (!asksForAction(text) || ASKS_TO_KNOW.test(text)) return undefined
  const wishes = wishesIn(text)
  const isOf = (described: string) =>
    wishesIn(normalise(described.replace(EXCLUDED, ' '))).some((offer) => wishes.some((wish) => meets(wish, offer)))
  const isEnglish = languageOf(message) === 'en'
  return (
    actions.find(({ name }) => isOf(name)) ??
    actions.find(({ name }) => !isEnglish && namesMostOf(text, name)) ??
    actions.find(({ description }) => isOf(description))
  )
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(CALLBACK, 'callback')
    .replace(/\b(?:one|some|any) of\b/g, '')
}

/**
 * Whether a request matches an offer: the verbs are equal, and so are the last nouns ("quote" in "price quote"). If one
 * of them has no noun, all words must be equal.
 */
function meets(wish: Wish, offer: Wish): boolean {
  const said = [...wish.verbs, ...wish.things]
  const offered = [...offer.verbs, ...offer.things]
  if (offered.length === 0 || said.length === 0) return false
  const thing = offer.things.at(-1)
  if (thing === undefined || wish.things.length === 0) return sameWords(said, offered)
  return wish.things.at(-1) === thing && sameWords(wish.verbs, offer.verbs)
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.every((word) => others.includes(word)) && others.every((word) => some.includes(word))
}

/** The first request in each clause: both "a quote for twenty bikes" and "asks for a quote" request a quote. */
function wishesIn(text: string): Wish[] {
  return text.split(CLAUSE).flatMap((clause) => {
    for (const stretch of clause.split(PREPOSITION)) {
      const wish = wishOf(stretch)
      if (wish.verbs.length + wish.things.length > 0) return [wish]
    }
    return []
  })
}

function wishOf(stretch: string): Wish {
  const wish: Wish = { verbs: [], things: [] }
  let isThing = false
  for (const word of stretch.match(/[\p{L}\p{M}\p{N}'_-]+/gu) ?? []) {
    if (ARTICLE.test(word)) isThing = true
    for (const term of termsOf(word)) {
      if (/^[a-z]$/.test(term)) continue // a remainder of "I'd" or "can't"
      if (ASKING.has(term)) isThing = false
      else if (isThing) wish.things.push(term)
      else wish.verbs.push(term)
    }
  }
  return wish
}

/**
 * For languages whose grammar isn't analysed: whether a message contains more than half of the words of an action's
 * name.
 */
function namesMostOf(text: string, name: string): boolean {
  const said = new Set(termsOf(text))
  const named = [...new Set(termsOf(name))]
  return named.filter((term) => said.has(term)).length > named.length / 2
}
