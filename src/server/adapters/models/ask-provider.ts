import { shortageOf } from '../../process/shortage.ts'
import { hasFailed, isCutOff } from './answer-end.ts'
import type { AiModel } from './catalogue.ts'
import { readReasoning, withoutReasoning } from './provider-text.ts'
import { isUnfinishedIn, READ_MAXIMUM, readCall, readText } from './read-reply.ts'
import { materialOf, questionsOf, type Reply, type ReplyInput, saidByVisitor, type Usage } from './reply.ts'
import { heardBy } from './streamed-text.ts'
import { NO_ANSWER } from './tools.ts'
import type { Verified, Verifier } from './verifier.ts'
import { writtenCall } from './written-call.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 2

type Answered = Awaited<ReturnType<typeof requestAnswer>>

/**
 * Lets a provider's model write the agent's reply: a text, held to what the model was given, or the call of a tool.
 * @throws the provider's error, an Error if there is no answer to read, and the signal's reason when it is aborted
 */
export async function askProvider(model: AiModel, input: ReplyInput): Promise<Reply> {
  const answered = await requestAnswer(model, input)
  const { result, options, verifier } = answered
  const reasoning = readReasoning(result.text)
  noteReasoning(model, input, answered, reasoning)
  if (hasFailed(result)) throw new Error('The provider failed while the model was answering.')
  const call = result.toolCalls.find(({ toolName, invalid }) => !invalid && Object.hasOwn(options.tools, toolName))
  if (call) return { ...readCall(call, result.text, input, undefined, verifier), model: model.slug }
  const written = writtenCall(reasoning.said.slice(0, READ_MAXIMUM), Object.keys(options.tools))
  if (written) {
    input.listener?.replaced()
    return { ...readCall(written.call, written.before, input, undefined, verifier), model: model.slug }
  }
  if (verifier) return { ...(await verifiedReply(answered, reasoning.said, input, verifier)), model: model.slug }
  const { cited: _, ...read } = readText(result, input.passages)
  return { ...read, model: model.slug }
}

/** Asks the model, streaming if somebody listens. */
async function requestAnswer(model: AiModel, input: ReplyInput) {
  const { models, history, signal, timeoutMs = TIMEOUT_MS, retries = RETRIES } = input
  // Loaded only here, because the AI SDK takes 6 MB of memory, and many servers use no provider's model.
  const [{ generateText, wrapLanguageModel }, { messagesOf, rulesFor, systemPrompt, toolsOf }, { newCanary }] =
    await Promise.all([import('ai'), import('./prompt.ts'), import('./leaks.ts')])
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
  const verifier = await verifierFor(input, { canary, rules: rulesFor(given) }, Object.keys(options.tools))
  const listener = input.listener && verifier ? verifier.listening(input.listener) : input.listener
  const isUnannounced = models.unannounced.has(model.id)
  const heard = listener && heardBy(listener, wrapLanguageModel, options.model, isUnannounced)
  const result = await generateText({ ...options, model: heard ?? options.model })
  return { result, options, verifier, isUnannounced, generateText }
}

/** What holds the reply to what its writer was given; undefined where the agent is set to check nothing. */
async function verifierFor(
  input: ReplyInput,
  secret: { canary: string; rules: readonly string[] },
  tools: readonly string[],
): Promise<Verifier | undefined> {
  const { verification: mode = 'off' } = input
  if (mode === 'off') return undefined
  const [{ createVerifier }, { createSentenceCheck }, { createLeakCheck }] = await Promise.all([
    import('./verifier.ts'),
    import('./sentence-check.ts'),
    import('./leaks.ts'),
  ])
  const isLeak = createLeakCheck(
    secret,
    materialOf(input).filter((text) => text !== null),
  )
  return createVerifier({ sentences: createSentenceCheck(givenTo(input)), isLeak, tools, mode })
}

/**
 * Notes whether the model begins with reasoning that no start tag announces.
 * @throws Error if it was cut off before that reasoning ended
 */
function noteReasoning(
  { id }: AiModel,
  { models }: ReplyInput,
  { result, isUnannounced }: Answered,
  reasoning: ReturnType<typeof readReasoning>,
): void {
  if (reasoning.isUnannounced) models.unannounced.add(id)
  // An answer that ended by itself without an end tag shows that the model does not always begin with unannounced
  // reasoning: a visitor may have made it write the end tag for which it was added to `unannounced`.
  else if (isUnannounced && !reasoning.isClosed && result.finishReason === 'stop') models.unannounced.delete(id)
  if (isUnannounced && isCutOff(result) && !reasoning.isClosed)
    throw new Error('The model was cut off while it was thinking.')
}

/** The reply that is left of what the model has said once its sentences were checked. */
async function verifiedReply(
  answered: Answered,
  whole: string,
  input: ReplyInput,
  verifier: Verifier,
): Promise<Omit<Reply, 'model'>> {
  const { result } = answered
  const said = whole.slice(0, READ_MAXIMUM)
  if (said.trim() === '') throw new Error('The model answered with nothing.')
  const isUnfinished = isUnfinishedIn(result, whole)
  const usages: (Usage | undefined)[] = [...(input.usages ?? []), result.usage]
  const askAgain = (content: string) => rewrite(answered, whole, content, input, (usage) => usages.push(usage))
  const found = await verifier.end(said, { isUnfinished, askAgain, listener: input.listener })
  const counts = {
    isRetried: found.isRetried,
    inputTokens: tokensIn(usages, 'inputTokens'),
    outputTokens: tokensIn(usages, 'outputTokens'),
  }
  return found.refused
    ? refusedReply(found, found.refused, counts, input)
    : keptReply(found, counts, { ...result, text: found.raw, isUnfinished }, input)
}

/** Has the model write some of its sentences anew, behind its answer; undefined if it can't. */
async function rewrite(
  { options, generateText }: Answered,
  said: string,
  content: string,
  { signal }: ReplyInput,
  count: (usage: Usage) => void,
): Promise<string | undefined> {
  const answer = { role: 'assistant' as const, content: said }
  const { tools: _, ...more } = options
  try {
    const messages = [...options.messages, answer, { role: 'user' as const, content }]
    const again = await generateText({ ...more, messages })
    count(again.usage)
    return withoutReasoning(again.text)
  } catch (error) {
    signal.throwIfAborted()
    if (shortageOf(error) === 'program') throw error
    return undefined // What could not be written anew is left out.
  }
}

type Counts = Pick<NonNullable<Reply['verified']>, 'isRetried' | 'inputTokens' | 'outputTokens'>

/** All tokens of one kind; null where the provider counts none. */
function tokensIn(usages: readonly (Usage | undefined)[], kind: keyof Usage): number | null {
  const counted = usages.flatMap((usage) => usage?.[kind] ?? [])
  return counted.length > 0 ? counted.reduce((sum, one) => sum + one, 0) : null
}

const told = ({ text, verdict, missing }: Verified['sentences'][number]) => ({ text, verdict, missing })

function refusedReply(
  { sentences }: Verified,
  reason: NonNullable<Verified['refused']>,
  counts: Counts,
  input: ReplyInput,
): Omit<Reply, 'model'> {
  const refusal = readCall({ toolName: NO_ANSWER, input: {} }, '', input)
  return {
    ...refusal,
    reason,
    verified: { sentences: sentences.map((one) => ({ ...told(one), passages: [] })), ...counts },
  }
}

function keptReply(
  found: Verified,
  counts: Counts,
  result: Parameters<typeof readText>[0],
  { passages }: ReplyInput,
): Omit<Reply, 'model'> {
  const { cited, ...read } = readText(result, passages)
  const sentences = found.sentences
    .filter(({ text, verdict }) => verdict === 'dropped' || read.content.includes(text))
    .map((one) => {
      const places = one.passages.map((passage) => cited.indexOf(passage)).filter((at) => at >= 0)
      return { ...told(one), passages: one.verdict === 'dropped' ? [] : places }
    })
  return { ...read, verified: { sentences, ...counts } }
}

/** What a reply may rest on. */
function givenTo(input: ReplyInput) {
  const { agent, passages, actions } = input
  const others = [
    agent.name,
    ...actions.flatMap(({ name, description, fields }) => [name, description, ...fields.map(({ label }) => label)]),
  ]
  return { passages, instructions: agent.instructions, visitor: saidByVisitor(input.history), others }
}
