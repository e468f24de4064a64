import type { MessageAction } from '#contract/actions.ts'
import type { AnswerDecision, AnswerReason, AnswerThreshold, Verification } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import type { Passage } from '../../knowledge/types.ts'
import { measures, OWN_MODEL } from '../../process/measures.ts'
import { shortageOf } from '../../process/shortage.ts'
import type { Answer, AskedQuestion } from './answer.ts'
import { type AnswerEnd, hasFailed, isCutOff } from './answer-end.ts'
import type { AiModel, Models } from './catalogue.ts'
import { type Citation, citeQuoted, readCitations, withoutMarkers } from './citations.ts'
import { isHeldTo } from './held-to.ts'
import { intentOf } from './intents.ts'
import { languageOf } from './language.ts'
import { PHRASES } from './phrases.ts'
import { readReasoning, shortened, wholeSentences, withoutReasoning } from './provider-text.ts'
import { passagesOf, queriesOf, saidBefore } from './questions.ts'
import { type HistoryMessage, searchQuery } from './search-query.ts'
import type { SentenceVerdict } from './sentence-check.ts'
import { type ReplyListener, streamedText } from './streamed-text.ts'
import { type AgentAction, HAND_OVER, NO_ANSWER, toolNameOf } from './tools.ts'
import type { Verifier } from './verifier.ts'
import { wantOf } from './want.ts'
import { writtenCall } from './written-call.ts'

export type ReplyInput = {
  models: Models
  modelId: string
  agent: { name: string; instructions: string | null }
  history: readonly HistoryMessage[]
  /** The chunks of the agent's sources that fit the question, best first (from `Knowledge.search`). */
  passages: Passage[]
  actions: AgentAction[]
  /** The questions to answer, with their passages. By default the last message; none if a form was just submitted. */
  questions?: readonly AskedQuestion[]
  /** The form that the visitor has just submitted, if any. Its text is then the last message of `history`. */
  completedAction?: MessageAction | null
  humanIntervention: boolean
  /** Whether a reply that knows no answer offers a person, instead of handing over where people can take over. */
  offersPerson?: boolean
  /** How sure the built-in model must be to answer. */
  threshold: AnswerThreshold
  /** How a provider's reply is held to what it was given; `off` by default. */
  verification?: Verification
  /** Aborted when the reply is no longer wanted. Then the built-in model doesn't answer either. */
  signal: AbortSignal
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
  /** Why the reply is a form, a handover or no answer; null for any other text, such as an answer or a greeting. */
  reason: AnswerReason | null
  citations: Citation[]
  /** The queries of the questions that the reply leaves unanswered while it answers others; unset if there are none. */
  unanswered?: string[]
  /** For each question, the query whose passages the built-in model read for it; unset of a provider's model. */
  queries?: string[]
  /** Whether the model had more to say: the reply ends with a whole sentence or "…". False for a tool's message. */
  isCut: boolean
  /** How the reply was held to its passages; unset if it was not, as that of the built-in model. */
  verified?: {
    /** `passages` are indexes into `citations`. */
    sentences: { text: string; passages: number[]; verdict: SentenceVerdict; missing: string[] }[]
    isRetried: boolean
    /** Null if the provider does not count them. */
    inputTokens: number | null
    outputTokens: number | null
  }
  /** Slug of the model that answered, which may differ from the requested one. */
  model: string
  action: AgentAction | null
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/**
 * Generates the agent's reply, with the built-in model if the chosen one isn't configured, or fails after its retries.
 * @throws the signal's reason when it is aborted
 */
export async function generateReply(input: ReplyInput): Promise<Reply> {
  const { models, modelId, signal, log } = input
  const model = (models.isConfigured(modelId) && models.find(modelId)) || models.defaultModel
  if (model.id === models.defaultModel.id) return askBuiltIn(input)
  const begun = performance.now()
  const isOwn = models.groupOf(model.id) === 'own'
  const tell = (isFailed: boolean) => {
    const seconds = (performance.now() - begun) / 1_000
    measures.model.tell({ model: isOwn ? OWN_MODEL : model.slug, isFailed, seconds })
  }
  try {
    const reply = await askProvider(model, input)
    tell(false)
    await models.heard(model.id)
    return reply
  } catch (error) {
    signal.throwIfAborted()
    tell(true)
    if (shortageOf(error) === 'program') throw error // no fault of the model's, and none that a reply should show
    input.listener?.replaced()
    await models.heard(model.id, error)
    // What the provider of an organization's own account writes may hold its key, so `heard` logs the problem alone.
    if (!isOwn) log?.warn({ err: error, model: model.slug }, 'the model failed; the built-in one answers in its place')
    const instead = await askBuiltIn(input)
    // The agent's own model might have found an answer, so it is not known that the sources lack one.
    const isWant = instead.reason === 'no_passage' || instead.reason === 'not_supported'
    return isWant ? { ...instead, reason: 'model_failed' } : instead
  }
}

/** Lets the built-in model answer; it reads only the questions, and after a form the message before it. */
async function askBuiltIn(input: ReplyInput): Promise<Reply> {
  const { answer } = await import('./answer.ts') // at the first reply, to keep the memory of an idle server small
  input.signal.throwIfAborted()
  const questions = questionsOf(input)
  const given = answer({
    questions,
    canHandOver: input.humanIntervention,
    offersPerson: input.offersPerson === true,
    threshold: input.threshold,
    completedAfter: input.completedAction ? messageOf(input) : null,
  })
  const read =
    'text' in given
      ? readQuotes(given.text, questions, given)
      : readCall({ toolName: given.tool, input: given }, '', input, given)
  return { ...read, queries: queriesOf(questions, given.quoted), model: input.models.defaultModel.slug }
}

async function askProvider(model: AiModel, input: ReplyInput): Promise<Reply> {
  const { models, history, passages, actions, signal, timeoutMs = TIMEOUT_MS, retries = RETRIES } = input
  const { verification = 'off' } = input
  // Loaded only here, because the AI SDK takes 6 MB of memory, and many servers use no provider's model.
  const [{ generateText, streamText }, { messagesOf, rulesFor, systemPrompt, toolsOf }, { createVerifier }, checks] =
    await Promise.all([
      import('ai'),
      import('./prompt.ts'),
      import('./verifier.ts'),
      Promise.all([import('./sentence-check.ts'), import('./leaks.ts')]),
    ])
  const [{ createSentenceCheck }, { createLeakCheck, newCanary }] = checks
  signal.throwIfAborted()
  const canary = newCanary()
  const given = { ...input, canary, questions: questionsOf(input), hasFiles: history.some(({ files }) => files) }
  const options = {
    model: await models.languageModel(model.id),
    system: systemPrompt(given),
    messages: messagesOf(history),
    tools: toolsOf(input),
    maxRetries: retries,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
  const isUnannounced = models.unannounced.has(model.id)
  const verifier =
    verification === 'off'
      ? undefined
      : createVerifier({
          sentences: createSentenceCheck(givenTo(input)),
          isLeak: createLeakCheck({ canary, rules: rulesFor(given) }, textsOf(input)),
          tools: Object.keys(options.tools),
          mode: verification,
        })
  const listener = input.listener && verifier ? verifier.listening(input.listener) : input.listener
  const streamed = listener && (await streamedText(streamText, options, listener, isUnannounced))
  const result = streamed ?? (await generateText(options))
  const reasoning = readReasoning(result.text)
  if (reasoning.isUnannounced) models.unannounced.add(model.id)
  // An answer that ended by itself without an end tag shows that the model does not always begin with unannounced
  // reasoning: a visitor may have made it write the end tag for which it was added to `unannounced`.
  else if (isUnannounced && !reasoning.isClosed && result.finishReason === 'stop') models.unannounced.delete(model.id)
  if (isUnannounced && isCutOff(result) && !reasoning.isClosed)
    throw new Error('The model was cut off while it was thinking.')
  if (hasFailed(result)) throw new Error('The provider failed while the model was answering.')
  const call = result.toolCalls.find(({ toolName, invalid }) => !invalid && isKnown(toolName, actions))
  if (call) return { ...readCall(call, result.text, input, undefined, verifier), model: model.slug }
  const written = writtenCall(reasoning.said.slice(0, READ_MAXIMUM), Object.keys(options.tools))
  if (written) {
    input.listener?.replaced()
    return { ...readCall(written.call, written.before, input, undefined, verifier), model: model.slug }
  }
  if (!verifier) {
    const { cited: _, ...read } = readText(result, passages)
    return { ...read, model: model.slug }
  }
  const usages = [result.usage]
  const askAgain = async (content: string) => {
    const messages = [...options.messages, { role: 'assistant' as const, content: reasoning.said }]
    const { tools: _, ...more } = options
    try {
      const again = await generateText({ ...more, messages: [...messages, { role: 'user' as const, content }] })
      usages.push(again.usage)
      return withoutReasoning(again.text)
    } catch (error) {
      signal.throwIfAborted()
      if (shortageOf(error) === 'program') throw error
      return undefined // What could not be written anew is left out.
    }
  }
  const isUnfinished = isUnfinishedIn(result, reasoning.said)
  const said = reasoning.said.slice(0, READ_MAXIMUM)
  if (said.trim() === '') throw new Error('The model answered with nothing.')
  const found = await verifier.end(said, { isUnfinished, askAgain, listener: input.listener })
  const tokens = (kind: 'inputTokens' | 'outputTokens') => {
    const counted = usages.flatMap((usage) => usage?.[kind] ?? [])
    return counted.length > 0 ? counted.reduce((sum, one) => sum + one, 0) : null
  }
  const counts = {
    isRetried: found.isRetried,
    inputTokens: tokens('inputTokens'),
    outputTokens: tokens('outputTokens'),
  }
  const told = ({ text, verdict, missing }: (typeof found.sentences)[number]) => ({ text, verdict, missing })
  if (found.refused) {
    const sentences = found.sentences.map((one) => ({ ...told(one), passages: [] }))
    const refusal = readCall({ toolName: NO_ANSWER, input: {} }, '', input)
    return { ...refusal, reason: found.refused, verified: { sentences, ...counts }, model: model.slug }
  }
  const { cited, ...read } = readText({ ...result, text: found.raw, isUnfinished }, passages)
  const sentences = found.sentences
    .filter(({ text, verdict }) => verdict === 'dropped' || read.content.includes(text))
    .map((one) => {
      const places = one.passages.map((passage) => cited.indexOf(passage)).filter((at) => at >= 0)
      return { ...told(one), passages: one.verdict === 'dropped' ? [] : places }
    })
  return { ...read, verified: { sentences, ...counts }, model: model.slug }
}

/** Whether a model had more to say than it could, or than is read. */
const isUnfinishedIn = (end: AnswerEnd, said: string): boolean => isCutOff(end) || said.length > READ_MAXIMUM

const saidByVisitor = ({ history }: ReplyInput) =>
  history.flatMap(({ role, content }) => (role === 'visitor' ? content : []))

/** What a reply may rest on. */
function givenTo(input: ReplyInput) {
  const { agent, passages, actions } = input
  const others = [
    agent.name,
    ...actions.flatMap(({ name, description, fields }) => [name, description, ...fields.map(({ label }) => label)]),
  ]
  return { passages, instructions: agent.instructions, visitor: saidByVisitor(input), others }
}

/** The texts of others, of which it gives nothing away to repeat them. */
const textsOf = (input: ReplyInput): string[] => materialOf(input).flatMap((text) => text ?? [])

/** The questions to answer. A form that was just submitted is confirmed, for which no question is needed. */
function questionsOf(input: ReplyInput): AskedQuestion[] {
  const { questions, completedAction, history, passages, actions } = input
  if (questions) return [...questions]
  if (completedAction) return []
  const said = saidBefore(history, history.length - 1)
  return [{ message: messageOf(input), query: searchQuery(history), passages, actions, said }]
}

/** The last given question, else the visitor's last message by hand, before a submitted form; empty if none. */
function messageOf({ questions, history, completedAction }: ReplyInput): string {
  const said = history.filter(({ role }) => role === 'visitor')
  return questions?.at(-1)?.message ?? said.at(completedAction ? -2 : -1)?.content ?? ''
}

function isKnown(toolName: string, actions: readonly AgentAction[]): boolean {
  return toolName === HAND_OVER || toolName === NO_ANSWER || actions.some((action) => toolNameOf(action) === toolName)
}

type Read = Omit<Reply, 'model'>

type Notes = Pick<Answer, 'quoted' | 'unanswered'>

/** Reads an answer of the built-in model. Its text consists of quotes, so it is not searched for markers. */
function readQuotes(text: string, questions: readonly AskedQuestion[], { quoted }: Notes): Read {
  const citations = citeQuoted(text, passagesOf(questions), quoted)
  return { content: text, decision: 'answered', reason: null, citations, isCut: false, action: null }
}

/** Characters of what a model may say beside a call of a tool; more than the few sentences that this takes. */
const TOOL_MESSAGE_MAXIMUM = 1_000

/** Characters of an answer that are read: more than a message may have, as citation markers are removed from it. */
const READ_MAXIMUM = 10 * limits.messageContent

/**
 * Reads a provider's answer. Half a sentence may mean the opposite of the whole, so a cut-off one is dropped.
 * @throws Error when nothing is left
 */
function readText(
  result: AnswerEnd & { text: string; isUnfinished?: boolean },
  passages: readonly Passage[],
): Read & { cited: Passage[] } {
  const said = withoutReasoning(result.text)
  const isUnfinished = result.isUnfinished ?? isUnfinishedIn(result, said)
  const cut = (text: string) =>
    isUnfinished && text.length <= limits.messageContent ? wholeSentences(text) : shortened(text, limits.messageContent)
  const { content, citations, cited, isCut } = readCitations(said.slice(0, READ_MAXIMUM), passages, cut)
  if (!content) throw new Error('The model answered with nothing.')
  return { content, decision: 'answered', reason: null, citations, cited, isCut: isUnfinished || isCut, action: null }
}

/**
 * Reads the call of a tool that a model made instead of answering.
 * @param text what the model wrote before the call
 * @param notes set if the built-in model made the call; its message is not searched for markers
 * @param verifier holds what a provider's model says beside the call to what it was given
 */
function readCall(
  call: { toolName: string; input: unknown },
  text: string,
  input: ReplyInput,
  notes?: Notes,
  verifier?: Verifier,
): Read {
  const { humanIntervention, actions, passages } = input
  const questions = questionsOf(input)
  const beside = passages.map(({ content }) => content)
  const say = PHRASES[languageOf(messageOf(input), beside)]
  const said = withoutReasoning(messageIn(call.input)) || withoutReasoning(text)
  const { content: all } = notes ? { content: said } : withoutMarkers(said.slice(0, READ_MAXIMUM), passages)
  const written = verifier ? verifier.tellable(all) : all
  const isHeld = notes !== undefined || isHeldTo(written, materialOf(input))
  const content = isHeld ? shortened(written, notes ? limits.messageContent : TOOL_MESSAGE_MAXIMUM) : ''
  const citations = citeQuoted(content, passagesOf(questions), notes?.quoted ?? [])
  const action = actions.find((candidate) => toolNameOf(candidate) === call.toolName) ?? null
  const plain = { citations, isCut: isHeld && content !== written, action }
  if (call.toolName === HAND_OVER)
    return { ...plain, content: content || say.handOver, decision: 'handed_over', reason: 'asked_for_person' }
  const unanswered = notes?.unanswered ?? []
  if (call.toolName === NO_ANSWER || unanswered.length > 0) {
    const isWish = unanswered.length === 0 && questions.some(({ message }) => intentOf(message) === 'person')
    const unknown = notes ? questions.filter(({ query }) => unanswered.includes(query)) : questions
    const refused = {
      ...plain,
      reason: isWish ? 'asked_for_person' : wantOf(passagesOf(unknown)),
      ...(unanswered.length > 0 && unknown.length < questions.length && { unanswered }),
    } as const
    if (input.offersPerson && !isWish)
      return { ...refused, content: notes ? content : say.unknownOffer, decision: 'unknown' }
    // A provider's own text might not say that a person will take over, so a fixed one is used.
    if (humanIntervention)
      return { ...refused, content: notes ? content : say.unknownHandOver, decision: 'handed_over' }
    return { ...refused, content: content || say.unknown, decision: 'unknown' }
  }
  return { ...plain, content: content || say.form, decision: 'answered', reason: 'action', action }
}

function materialOf(input: ReplyInput): (string | null)[] {
  const { agent, history, actions } = input
  return [
    agent.instructions,
    ...history.flatMap(({ role, content }) => (role === 'visitor' ? content : [])),
    ...passagesOf([...questionsOf(input), input]).flatMap(({ title, heading, url, content }) => [
      title,
      heading,
      url,
      content,
    ]),
    ...actions.flatMap(({ name, description }) => [name, description]),
  ]
}

function messageIn(input: unknown): string {
  const message = typeof input === 'object' && input !== null && 'message' in input ? input.message : ''
  return typeof message === 'string' ? message.trim() : ''
}
