import type { AnswerThreshold } from '#contract/enums.ts'
import type { AskedQuestion } from '../../adapters/models/answer.ts'
import { requestIn, textOf } from '../../adapters/models/fitting-action.ts'
import type { ReplyInput } from '../../adapters/models/generate-reply.ts'
import { asksForPerson, type Question, saidBefore } from '../../adapters/models/questions.ts'
import type { Usage } from '../../adapters/models/reply.ts'
import type { HistoryMessage } from '../../adapters/models/search-query.ts'
import type { AgentAction } from '../../adapters/models/tools.ts'
import type { QueryWriter } from '../../adapters/models/write-query.ts'
import { type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { PASSAGES } from '../../knowledge/knowledge.ts'
import type { Passage } from '../../knowledge/types.ts'
import { SMALL_AGENT_CHUNKS } from '../../knowledge/units.ts'
import { actionsOf } from '../actions/index.ts'
import { searchKnowledge } from '../sources/index.ts'
import type { History } from './history.ts'

/** A question with its passages: those that the built-in model reads, and the best few that a provider's is given. */
export type Found = Omit<AskedQuestion, 'actions'> & {
  given: Passage[]
  /** The query that a provider's model has written for it; unset if none has. */
  written?: string
}

interface Search {
  find(query: string): Promise<Passage[]>
  /** Puts the last of some messages into a query that stands by itself; undefined if it can't. */
  write?: ((history: readonly HistoryMessage[]) => Promise<string | undefined>) | undefined
}

const FEW = 3 // words of a message that may be about what the question before it names
const RARE = 0.02 // share of the chunks; a word that so few of them hold says what a message is about

/**
 * Finds the passages for one of the questions of a conversation. One that goes on from the question before it, by its
 * words, because they are few and common, or because it finds nothing that the built-in model would take for an answer,
 * is searched for in two ways: as it would be by itself, and by the query that a provider's model writes for it, else
 * together with the question before it. Of few and common words ("How can I apply?"), only what both searches find is
 * quoted, as such words are borne out by passages about anything.
 */
export async function findFor(
  { message, query, before, at }: Question,
  history: readonly HistoryMessage[],
  threshold: AnswerThreshold,
  { find, write }: Search,
): Promise<Found> {
  const passages = await find(query)
  const found = { message, query, passages, said: saidBefore(history, at) }
  // Of a small agent, more are found, of which only the built-in model makes use.
  const one = passages.slice(0, PASSAGES)
  if (before === undefined) return { ...found, given: one }
  const isFollowUp = query !== message
  const isOpen = !isFollowUp && leavesSubjectOpen(passages)
  if (!isFollowUp && !isOpen && (await answers(query, passages, threshold))) return { ...found, given: one }
  const written = await write?.(history.slice(0, at + 1))
  const other = written ?? (isFollowUp ? message : `${before}\n${message}`)
  const others = await find(other)
  const all = { ...found, given: inTurn(one, others), ...(written !== undefined && { written }) }
  // A small agent's passages are all read for the message alone already.
  if (isFollowUp || one.some(({ among }) => among <= SMALL_AGENT_CHUNKS)) return all
  const again = { query: other, passages: inBoth(others, one) }
  return { ...all, again, ...(isOpen && { quotable: inBoth(one, others) }) }
}

/** Whether few words of a message say something, and each of these stands in many chunks or in none. */
function leavesSubjectOpen([first]: readonly Passage[]): boolean {
  const asked = first?.asked ?? []
  return asked.length <= FEW && asked.every(({ share }) => share === 0 || share > RARE)
}

/** Whether the built-in model would answer; it is loaded only here, to keep the memory of an idle server small. */
async function answers(query: string, passages: readonly Passage[], threshold: AnswerThreshold): Promise<boolean> {
  const { isKnown } = await import('../../adapters/models/confidence.ts')
  const { quotesFrom } = await import('../../adapters/models/quote.ts')
  return isKnown(query, passages, quotesFrom(query, passages), threshold)
}

/**
 * The passages of a search that another one found too, so that a question about something else is not answered by what
 * answers the one before it; only those with units, as no other is read.
 */
function inBoth(one: readonly Passage[], other: readonly Passage[]): Passage[] {
  const ids = new Set(other.map(({ id }) => id))
  return one.filter(({ id, units }) => units.length > 0 && ids.has(id))
}

/** The best of two lists in turn, each passage once. */
function inTurn(one: readonly Passage[], other: readonly Passage[]): Passage[] {
  const drawn = new Map(one.flatMap((passage, at) => [passage, other[at] ?? passage]).map((each) => [each.id, each]))
  return [...drawn.values()].slice(0, PASSAGES)
}

/** What a model needs for a reply: the agent, the messages so far, fitting passages, and the actions it may offer. */
export type Material = Pick<
  ReplyInput,
  | 'agent'
  | 'verification'
  | 'humanIntervention'
  | 'offersPerson'
  | 'history'
  | 'completedAction'
  | 'passages'
  | 'actions'
  | 'usages'
> & { questions: (AskedQuestion & Pick<Found, 'written'>)[] }

interface Gathering {
  /** The ids of sources that the search leaves out. */
  without?: readonly string[] | undefined
  /** Whether nobody waits for the reply, so that the questions of visitors are searched first. */
  canWait?: boolean
  /** Whether the reply may offer a person, as it may in the chat on a website. */
  canOffer?: boolean
  /** The model that is to reply. If it is a provider's, it writes queries for messages that go on from those before. */
  writer?: QueryWriter
  /** Whether it offers one also where it would hand over, as its visitor has just asked for the AI instead. */
  mustOffer?: boolean
}

/** Gathers what a model needs for a reply: fitting passages, and the actions that visitors may be asked to complete. */
export async function gatherMaterial(
  deps: Dependencies,
  agent: Row<'agents'>,
  { history, questions, completedAction }: History,
  { without = [], canWait = false, canOffer = true, mustOffer = false, writer }: Gathering = {},
): Promise<Material> {
  const { name, instructions, human_intervention, verification } = agent
  const humanIntervention = human_intervention === 1
  const isAskedFor = asksForPerson(history)
  const offersPerson = canOffer && humanIntervention && (mustOffer || agent.hand_over === 'offer') && !isAskedFor
  const known = {
    agent: { name, instructions },
    verification,
    humanIntervention: humanIntervention && !mustOffer,
    offersPerson,
    history,
    completedAction,
  }
  const usages: Usage[] = []
  const write = writer && (await writerOf(writer, (usage) => usages.push(usage)))
  const asked = await Promise.all(
    questions.map(async (question) => {
      const find = (query: string) => searchKnowledge(systemContext(deps), agent, query, { without, canWait })
      const [found, actions] = await Promise.all([
        findFor(question, history, agent.threshold, { find, write }),
        actionsFor(deps, agent, question.message),
      ])
      return { ...found, actions }
    }),
  )
  const passages = new Map(asked.flatMap(({ given }) => given.map((one) => [one.id, one])))
  const actions = asked.at(-1)?.actions ?? []
  return { ...known, questions: asked, passages: [...passages.values()], actions, usages }
}

/** Loads what asks a provider's model only where there is one, to keep the memory of an idle server small. */
async function writerOf(writer: QueryWriter, count: (usage: Usage) => void) {
  if (!writer.models.asksProvider(writer.modelId)) return undefined
  const { writeQuery } = await import('../../adapters/models/write-query.ts')
  return (history: readonly HistoryMessage[]) => writeQuery(writer, history, count)
}

/** The agent's actions, each with its similarity to a message if that asks for something to be done. */
async function actionsFor(deps: Dependencies, agent: Row<'agents'>, message: string): Promise<AgentAction[]> {
  const rows = await actionsOf(deps.database.read, agent.id)
  const actions = rows.map(({ id, slug, name, description, fields }): AgentAction => {
    return { id, slug, name, description, fields: JSON.parse(fields) as AgentAction['fields'] }
  })
  const request = requestIn(message)
  if (request === null || actions.length === 0) return actions
  const similarities = await deps.knowledge.similarities(request, actions.map(textOf))
  return actions.map((action, at) => ({ ...action, similarity: similarities[at]! }))
}
