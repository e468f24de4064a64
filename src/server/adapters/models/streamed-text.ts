import type { generateText, streamText } from 'ai'
import { limits } from '#contract/limits.ts'
import { hasNoEnd } from './answer-end.ts'
import { hasEndTag, readReasoning } from './provider-text.ts'

type Generated = Awaited<ReturnType<typeof generateText>>
type Streamed = Pick<Generated, 'text' | 'toolCalls' | 'finishReason' | 'rawFinishReason'> &
  Partial<Pick<Generated, 'usage'>>

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
 * Lets a model write a text and passes it on as it is written, until it is longer than a message. A model that has
 * written more than `READ_MAXIMUM` characters is stopped as if it had reached its own limit; so is one that has written
 * more than a message when its time is up, unless it calls a tool or begins with unannounced reasoning.
 *
 * @param isUnannounced whether the model is known to begin with reasoning that no start tag announces; nothing is then
 * passed on before the end tag
 * @returns undefined if it wrote nothing and called no tool, as from servers that can only answer in one piece
 * @throws the provider's error, an Error if the stream ends before the answer, and the signal's reason when aborted
 */
export async function streamedText(
  stream: typeof streamText,
  options: Parameters<typeof streamText>[0] & { abortSignal: AbortSignal },
  listener: ReplyListener,
  isUnannounced: boolean,
): Promise<Streamed | undefined> {
  const stop = new AbortController()
  const result = stream({
    ...options,
    abortSignal: AbortSignal.any([options.abortSignal, stop.signal]),
    onError() {}, // the default handler would print the error, which is thrown below
  })
  let text = ''
  let isCall = false
  let callLength = 0
  let isHeld = isUnannounced
  // Parses again only after an end tag, or when the text has grown by a hundredth, to keep the time linear.
  let readAt = isUnannounced ? 0 : limits.messageContent
  let end = ''
  const toolCalls: Streamed['toolCalls'] = []
  let ended: Pick<Streamed, 'finishReason' | 'rawFinishReason' | 'usage'> | undefined
  // All is taken from this one stream: each promise of the result reads the whole stream once more.
  for await (const part of result.fullStream) {
    if (part.type === 'error') {
      if (text === '' && !isCall && isNoStream(part.error)) return undefined
      throw part.error
    }
    if (part.type === 'abort') {
      const isLong = !isCall && !isUnannounced && readReasoning(text).said.length > limits.messageContent
      if (isLong && isTimeUp(options.abortSignal)) return cutOff(text)
      throw options.abortSignal.reason
    }
    if (part.type === 'tool-input-start' || part.type === 'tool-call') {
      if (!isCall && text !== '') listener.replaced()
      isCall = true
    }
    if (part.type === 'tool-call') toolCalls.push(part)
    if (part.type === 'finish-step') ended = part
    if (part.type === 'tool-input-delta') {
      callLength += part.delta.length
      if (callLength > READ_MAXIMUM) {
        stop.abort()
        throw new Error('The model does not stop writing its call of a tool.')
      }
    }
    if (part.type !== 'text-delta') continue
    text += part.text
    if (text.length > READ_MAXIMUM) {
      stop.abort()
      return cutOff(text)
    }
    end = end.slice(-TAG_MAXIMUM) + part.text
    if (text.length > readAt || (isHeld && hasEndTag(end))) {
      const { said, isClosed } = readReasoning(text)
      isHeld = (isUnannounced && !isClosed) || said.length > limits.messageContent
      readAt = text.length * 1.01
    }
    if (!isCall && !isHeld) listener.writes(text)
  }
  if (text === '' && !isCall) return undefined
  if (!ended || hasNoEnd(ended)) throw new Error('The stream ended before the answer did.')
  const { finishReason, rawFinishReason, usage } = ended
  return { text, toolCalls, finishReason, rawFinishReason, usage }
}

/** The result of a model that was stopped, as if it had reached its own limit. */
const cutOff = (text: string): Streamed => ({
  text,
  toolCalls: [],
  finishReason: 'length',
  rawFinishReason: undefined,
})

/** Whether a signal was aborted because time was up, and not because the answer is no longer wanted. */
const isTimeUp = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Whether an error of the SDK means that the server answered successfully, but not with a stream. */
const isNoStream = (error: unknown): boolean => error instanceof Error && error.name === 'AI_InvalidResponseDataError'
