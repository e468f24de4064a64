import type { MessageAction } from '#contract/actions.ts'
import type { AnswerDecision, AnswerReason, AnswerThreshold } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import type { Passage } from '../../knowledge/types.ts'
import { type AnswerEnd, hasFailed, isCutOff } from './answer-end.ts'
import type { AiModel, Models } from './catalogue.ts'
import { type Citation, citeQuoted, readCitations, withoutMarkers } from './citations.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { readReasoning, shortened, wholeSentences, withoutReasoning } from './provider-text.ts'
import { type HistoryMessage, searchQuery } from './search-query.ts'
import { type ReplyListener, streamedText } from './streamed-text.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'
import { wantOf } from './want.ts'
import { writtenCall } from './written-call.ts'

export type ReplyInput = {
  models: Models
  modelId: string
  agent: { name: string; instructions: string | null }
  /** The conversation, oldest message first. The last one is the message to answer. */
  history: readonly HistoryMessage[]
  /** The chunks of the agent's sources that fit the question, best first (from `Knowledge.search`). */
  passages: Passage[]
  actions: AgentAction[]
  /** The form that the visitor has just submitted, if any. Its text is then the last message of `history`. */
  completedAction?: MessageAction | null
  /** Whether the agent may hand over to a person by itself. */
  humanIntervention: boolean
  /** How sure the built-in model must be to answer. */
  threshold: AnswerThreshold
  /** Aborted when the reply is no longer wanted. The built-in model doesn't answer then either. */
  signal: AbortSignal
  /** Hears what a provider's model writes, as it writes it. */
  listener?: ReplyListener | undefined
  log?: { warn(details: object, message: string): void }
  /** Milliseconds for one model including its retries; 30,000 by default. */
  timeoutMs?: number
  /** Number of retries after a failure of the provider; 2 by default. */
  retries?: number
}

export type Reply = {
  content: string
  decision: AnswerDecision
  /** Why it did not answer from the passages; null if it did, or said a fixed phrase. */
  reason: AnswerReason | null
  citations: Citation[]
  /** Whether the model had more to say than it could: the reply ends with its last whole sentence. */
  isCut: boolean
  /** Slug of the model that answered, which may differ from the requested one. */
  model: string
  /** The form that the visitor is asked to fill in; null if none. */
  action: AgentAction | null
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/**
 * Generates the agent's reply. If the model isn't configured, or fails after its retries, the built-in one answers in
 * its place.
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
    input.listener?.replaced()
    log?.warn({ err: error, model: model.slug }, 'the model failed; the built-in one answers in its place')
    const instead = await ask(models.defaultModel, input)
    // What the agent's own model would have found is not known.
    const isWant = instead.reason === 'no_passage' || instead.reason === 'not_supported'
    return isWant ? { ...instead, reason: 'model_failed' } : instead
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
  // These modules are imported at the first reply to keep the memory of an idle server small.
  const [{ generateText, streamText }, { messagesOf, systemPrompt, toolsOf }, { builtInOptions, quotedPassages }] =
    await Promise.all([import('ai'), import('./prompt.ts'), import('./built-in.ts')])
  signal.throwIfAborted()
  const options = {
    model: await models.languageModel(model.id),
    system: systemPrompt(input),
    messages: messagesOf(history),
    tools: toolsOf(input),
    maxRetries: retries,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    providerOptions: builtInOptions({
      message: messageOf(input),
      question: searchQuery(history),
      passages,
      actions,
      canHandOver: humanIntervention,
      threshold: input.threshold,
      actionCompleted: Boolean(input.completedAction),
    }),
  }
  // The built-in model answers in one piece.
  const isBuiltIn = model.id === models.defaultModel.id
  const listener = isBuiltIn ? undefined : input.listener
  const isUnannounced = models.unannounced.has(model.slug)
  const streamed = listener && (await streamedText(streamText, options, listener, isUnannounced))
  const result = streamed ?? (await generateText(options))
  const reasoning = readReasoning(result.text)
  if (reasoning.isUnannounced) models.unannounced.add(model.slug)
  // An answer that ended by itself without such a tag shows that the model does not always begin so: a visitor may have
  // made it write one.
  else if (isUnannounced && !reasoning.isClosed && result.finishReason === 'stop') models.unannounced.delete(model.slug)
  if (isUnannounced && isCutOff(result) && !reasoning.isClosed)
    throw new Error('The model was cut off while it was thinking.')
  if (hasFailed(result)) throw new Error('The provider failed while the model was answering.')
  const call = result.toolCalls.find(({ toolName, invalid }) => !invalid && isKnown(toolName, actions))
  const quoted = quotedPassages(result.providerMetadata)
  if (call) return { ...readCall(call, result.text, input), model: model.slug }
  const written = isBuiltIn ? undefined : writtenCall(reasoning.said.slice(0, READ_MAXIMUM), Object.keys(options.tools))
  if (written) {
    listener?.replaced()
    return { ...readCall(written.call, written.before, input), model: model.slug }
  }
  return { ...(quoted ? readQuotes(result.text, passages, quoted) : readText(result, passages)), model: model.slug }
}

/** The last message the visitor wrote by hand, which is the one before the text of a submitted form. */
function messageOf({ history, completedAction }: ReplyInput): string {
  const said = history.filter(({ role }) => role === 'visitor')
  return said.at(completedAction ? -2 : -1)?.content ?? ''
}

function isKnown(toolName: string, actions: readonly AgentAction[]): boolean {
  return toolName === HAND_OVER || toolName === NO_ANSWER || actions.some((action) => toolNameOf(action) === toolName)
}

type Read = Omit<Reply, 'model'>

/** Reads an answer of the built-in model. Its text consists of quotes, so it is not searched for markers. */
function readQuotes(text: string, passages: readonly Passage[], quoted: readonly number[]): Read {
  const citations = citeQuoted(text, passages, quoted)
  return { content: text, decision: 'answered', reason: null, citations, isCut: false, action: null }
}

/** Characters of an answer that are looked at for what it says. Markers take some, but never most of it. */
const READ_MAXIMUM = 10 * limits.messageContent

/**
 * Reads a provider's answer. If it was cut off, the last incomplete sentence is dropped, because half a sentence may say
 * the opposite.
 * @throws Error when nothing is left
 */
function readText(result: AnswerEnd & { text: string }, passages: readonly Passage[]): Read {
  const said = withoutReasoning(result.text)
  const isUnfinished = isCutOff(result) || said.length > READ_MAXIMUM
  const cut = (text: string) =>
    isUnfinished && text.length <= limits.messageContent ? wholeSentences(text) : shortened(text, limits.messageContent)
  const { content, citations, isCut } = readCitations(said.slice(0, READ_MAXIMUM), passages, cut)
  if (!content) throw new Error('The model answered with nothing.')
  return { content, decision: 'answered', reason: null, citations, isCut: isUnfinished || isCut, action: null }
}

function readCall(call: { toolName: string; input: unknown }, text: string, input: ReplyInput): Read {
  const { humanIntervention, actions, passages } = input
  const say = PHRASES[languageOf(messageOf(input))]
  const said = withoutReasoning(messageIn(call.input)) || withoutReasoning(text)
  const { content: written } = withoutMarkers(said.slice(0, READ_MAXIMUM), passages)
  const content = shortened(written, limits.messageContent)
  const plain = { citations: [], isCut: false, action: null }
  if (call.toolName === HAND_OVER)
    return { ...plain, content: content || say.handOver, decision: 'handed_over', reason: 'asked_for_person' }
  if (call.toolName === NO_ANSWER) {
    const reason = intentOf(messageOf(input)) === 'person' ? 'asked_for_person' : wantOf(passages)
    // The model's own text may not say that a person will take over, so a fixed one is used.
    if (humanIntervention) return { ...plain, content: say.unknownHandOver, decision: 'handed_over', reason }
    return { ...plain, content: content || say.unknown, decision: 'unknown', reason }
  }
  const action = actions.find((candidate) => toolNameOf(candidate) === call.toolName) ?? null
  return { content: content || say.form, decision: 'answered', reason: 'action', citations: [], isCut: false, action }
}

function messageIn(input: unknown): string {
  const message = typeof input === 'object' && input !== null && 'message' in input ? input.message : ''
  return typeof message === 'string' ? message.trim() : ''
}
