import type { MessageAction } from '#contract/actions.ts'
import { limits } from '#contract/limits.ts'
import type { Passage } from '../../knowledge/types.ts'
import type { AiModel, Models } from './catalogue.ts'
import { type Citation, citeQuoted, readCitations } from './citations.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { shortened, wholeSentences, withoutReasoning } from './provider-text.ts'
import type { HistoryMessage } from './search-query.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'

export type ReplyInput = {
  models: Models
  modelId: string
  agent: { name: string; instructions: string | null }
  /** Oldest first; ends with what is to be answered. */
  history: readonly HistoryMessage[]
  /** What the agent knows about it, best first (`Knowledge.search`). */
  passages: Passage[]
  actions: AgentAction[]
  /** The form that the visitor has just filled in; the last of the history is its text. */
  completedAction?: MessageAction | null
  /** Whether the agent may hand over to a person by itself. */
  humanIntervention: boolean
  /** Aborted when the reply is no longer wanted; then nothing answers in the model's place. */
  signal: AbortSignal
  log?: { warn(details: object, message: string): void }
  /** For one model with its retries, in milliseconds; 30,000 unless told. */
  timeoutMs?: number
  /** After a failure of the provider; 2 unless told. */
  retries?: number
}

export type Reply = {
  content: string
  decision: 'answered' | 'unknown' | 'handed_over'
  citations: Citation[]
  /** Slug of the model that answered, which need not be the one asked. */
  model: string
  /** What the visitor is asked to fill in. */
  action: AgentAction | null
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/**
 * The agent's reply. A model that isn't configured, or fails after its retries, is answered for by the built-in one.
 * @throws the signal's reason when it is aborted
 */
export async function generateReply(input: ReplyInput): Promise<Reply> {
  const { models, modelId, signal, log } = input
  const model = models.isConfigured(modelId) ? (models.find(modelId) ?? models.defaultModel) : models.defaultModel
  if (model.id === models.defaultModel.id) return ask(model, input)
  try {
    return await ask(model, input)
  } catch (error) {
    signal.throwIfAborted()
    log?.warn({ err: error, model: model.slug }, 'the model failed; the built-in one answers in its place')
    return ask(models.defaultModel, input)
  }
}

async function ask(model: AiModel, input: ReplyInput): Promise<Reply> {
  const {
    models,
    history,
    passages,
    actions,
    humanIntervention,
    signal,
    timeoutMs = TIMEOUT_MS,
    retries = RETRIES,
  } = input
  // Loaded at the first reply, so that a server which has not been asked anything stays small.
  const [{ generateText }, { messagesOf, systemPrompt, toolsOf }, { builtInOptions, quotedPassages }] =
    await Promise.all([import('ai'), import('./prompt.ts'), import('./built-in.ts')])
  signal.throwIfAborted()
  const result = await generateText({
    model: await models.languageModel(model.id),
    system: systemPrompt(input),
    messages: messagesOf(history),
    tools: toolsOf(input),
    maxRetries: retries,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    providerOptions: builtInOptions({
      message: messageOf(input),
      passages,
      actions,
      canHandOver: humanIntervention,
      actionCompleted: Boolean(input.completedAction),
    }),
  })
  const call = result.toolCalls.find(({ toolName, invalid }) => !invalid && isKnown(toolName, actions))
  const quoted = quotedPassages(result.providerMetadata)
  if (call) return { ...readCall(call, result.text, input), model: model.slug }
  return { ...(quoted ? readQuotes(result.text, passages, quoted) : readText(result, passages)), model: model.slug }
}

/** What the visitor last wrote by hand. */
function messageOf({ history, completedAction }: ReplyInput): string {
  const said = history.filter(({ role }) => role === 'visitor')
  return said.at(completedAction ? -2 : -1)?.content ?? ''
}

function isKnown(toolName: string, actions: readonly AgentAction[]): boolean {
  return toolName === HAND_OVER || toolName === NO_ANSWER || actions.some((action) => toolNameOf(action) === toolName)
}

type Read = Omit<Reply, 'model'>

/** Quotes are a source's words and arrive as they are: nothing in them is a mark of the model's. */
function readQuotes(text: string, passages: readonly Passage[], quoted: readonly number[]): Read {
  return { content: text, decision: 'answered', citations: citeQuoted(text, passages, quoted), action: null }
}

/** An answer that ran into the model's own limit ends with its last whole sentence: half of one says something else. */
function readText(result: { text: string; finishReason: string }, passages: readonly Passage[]): Read {
  const { content: said, citations } = readCitations(withoutReasoning(result.text), passages)
  const content = shortened(result.finishReason === 'length' ? wholeSentences(said) : said, limits.messageContent)
  if (!content) throw new Error('The model answered with nothing.')
  return { content, decision: 'answered', citations, action: null }
}

function readCall(call: { toolName: string; input: unknown }, text: string, input: ReplyInput): Read {
  const { humanIntervention, actions, passages } = input
  const say = PHRASES[languageOf(messageOf(input))]
  const said = withoutReasoning(messageIn(call.input)) || withoutReasoning(text)
  const content = shortened(readCitations(said, passages).content, limits.messageContent)
  const plain = { citations: [], action: null }
  if (call.toolName === HAND_OVER) return { ...plain, content: content || say.handOver, decision: 'handed_over' }
  if (call.toolName === NO_ANSWER) {
    // The model's own words may not say that somebody comes, so ours do.
    if (humanIntervention) return { ...plain, content: say.unknownHandOver, decision: 'handed_over' }
    return { ...plain, content: content || say.unknown, decision: 'unknown' }
  }
  const action = actions.find((candidate) => toolNameOf(candidate) === call.toolName) ?? null
  return { content: content || say.form, decision: 'answered', citations: [], action }
}

function messageIn(input: unknown): string {
  const message = typeof input === 'object' && input !== null && 'message' in input ? input.message : ''
  return typeof message === 'string' ? message.trim() : ''
}
