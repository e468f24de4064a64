import type { wrapLanguageModel } from 'ai'
import { limits } from '#contract/limits.ts'
import { hasNoEnd } from './answer-end.ts'
import type { AskedModel } from './provider-account.ts'
import { hasEndTag, readReasoning } from './provider-text.ts'

type Answer = Awaited<ReturnType<AskedModel['doGenerate']>>
type AnswerStream = Awaited<ReturnType<AskedModel['doStream']>>['stream']

export interface ReplyListener {
  /** Called with the whole text that the model has written so far, each time it has written more. */
  writes(text: string): void
  /** Called when the text written so far will not be the reply, because a tool is called or another model answers. */
  replaced(): void
}

/**
 * Characters after which a model is stopped that does not stop by itself. They leave room for reasoning, which can't be
 * told from an answer before its end tag if no start tag announces it.
 */
const READ_MAXIMUM = 20 * limits.messageContent

const TAG_MAXIMUM = 120 // characters; the longest tag around reasoning has fewer

/**
 * Makes a model that passes on what it writes as it is written, although it is asked for its answer in one piece. What
 * the AI SDK has for streams is not used, as it leads each word through ten streams of its own.
 * @param wrap the AI SDK's function, which is loaded only where a provider is asked
 * @param isUnannounced whether the model is known to begin with reasoning that no start tag announces; nothing is then
 * passed on before the end tag
 */
export function heardBy(
  listener: ReplyListener,
  wrap: typeof wrapLanguageModel,
  model: AskedModel,
  isUnannounced: boolean,
): AskedModel {
  return wrap({
    model,
    middleware: {
      specificationVersion: 'v3',
      async wrapGenerate({ doStream, doGenerate, params }) {
        const { stream } = await doStream()
        const streamed = await streamedAnswer(stream, listener, isUnannounced, params.abortSignal)
        return streamed ?? (await doGenerate())
      },
    },
  })
}

/**
 * Reads an answer as it is written, and passes on its text until that is longer than a message. A model that has
 * written more than `READ_MAXIMUM` characters is stopped as if it had reached its own limit; so is one that has written
 * more than a message when its time is up, unless it calls a tool or begins with unannounced reasoning.
 * @returns undefined if it wrote nothing and called no tool, as from servers that can only answer in one piece
 * @throws an Error if the stream breaks off or ends before the answer, and the signal's reason when aborted
 */
async function streamedAnswer(
  stream: AnswerStream,
  listener: ReplyListener,
  isUnannounced: boolean,
  signal: AbortSignal | undefined,
): Promise<Answer | undefined> {
  let text = ''
  let isCall = false
  let callLength = 0
  let isHeld = isUnannounced
  // Parses again only after an end tag, or when the text has grown by a hundredth, to keep the time linear.
  let readAt = isUnannounced ? 0 : limits.messageContent
  let end = ''
  const calls: Answer['content'] = []
  let ended: Pick<Answer, 'finishReason' | 'usage'> | undefined
  try {
    for await (const part of stream) {
      if (part.type === 'error') {
        if (text === '' && !isCall && isNoStream(part.error)) return undefined
        throw part.error
      }
      if (part.type === 'tool-input-start' || part.type === 'tool-call') {
        if (!isCall && text !== '') listener.replaced()
        isCall = true
      }
      if (part.type === 'tool-call') calls.push(part)
      if (part.type === 'finish') ended = part
      if (part.type === 'tool-input-delta') {
        callLength += part.delta.length
        if (callLength > READ_MAXIMUM) throw new Error('The model does not stop writing its call of a tool.')
      }
      if (part.type !== 'text-delta' || part.delta === '') continue
      text += part.delta
      if (text.length > READ_MAXIMUM) return cutOff(text)
      end = end.slice(-TAG_MAXIMUM) + part.delta
      if (text.length > readAt || (isHeld && hasEndTag(end))) {
        const { said, isClosed } = readReasoning(text)
        isHeld = (isUnannounced && !isClosed) || said.length > limits.messageContent
        readAt = text.length * 1.01
      }
      if (!isCall && !isHeld) listener.writes(text)
    }
  } catch (error) {
    // After some of the provider's own errors the AI SDK would ask again, although text has been passed on.
    if (!signal?.aborted) throw new Error('The model’s answer broke off.', { cause: error })
    const isLong = !isCall && !isUnannounced && readReasoning(text).said.length > limits.messageContent
    if (isLong && isTimeUp(signal)) return cutOff(text)
    throw signal.reason
  }
  if (text === '' && !isCall) return undefined
  if (!ended || hasNoEnd({ finishReason: ended.finishReason.unified, rawFinishReason: ended.finishReason.raw }))
    throw new Error('The stream ended before the answer did.')
  const { finishReason, usage } = ended
  return { content: [{ type: 'text', text }, ...calls], finishReason, usage, warnings: [] }
}

/** The answer of a model that was stopped, as if it had reached its own limit. */
const cutOff = (text: string): Answer => ({
  content: [{ type: 'text', text }],
  finishReason: { unified: 'length', raw: undefined },
  usage: {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  },
  warnings: [],
})

/** Whether a signal was aborted because time was up, and not because the answer is no longer wanted. */
const isTimeUp = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Whether an error of the SDK means that the server answered successfully, but not with a stream. */
const isNoStream = (error: unknown): boolean => error instanceof Error && error.name === 'AI_InvalidResponseDataError'
