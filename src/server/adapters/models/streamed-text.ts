import type { generateText, streamText } from 'ai'
import { limits } from '#contract/limits.ts'
import { hasNoEnd } from './answer-end.ts'
import { hasEndTag, readReasoning } from './provider-text.ts'

type Generated = Awaited<ReturnType<typeof generateText>>
type Streamed = Pick<Generated, 'text' | 'toolCalls' | 'finishReason' | 'rawFinishReason' | 'providerMetadata'>

/** Hears a reply while a model writes it. */
export interface ReplyListener {
  /** Called with all that the model has written so far, as often as it writes more. */
  writes(text: string): void
  /** Called when something else than what was written becomes the reply. */
  replaced(): void
}

/**
 * Characters after which a model is stopped that does not stop by itself. They leave room for reasoning, which only its
 * end tag tells from an answer where no start tag announces it.
 */
const READ_MAXIMUM = 20 * limits.messageContent

const TAG_MAXIMUM = 120 // characters; the longest tag around reasoning has fewer

/**
 * Lets a model write a text and passes it on as it is written, unless it is longer than a message. A model that does not
 * stop, or is past a message's length when its time is up, is stopped as if it had reached its own limit.
 *
 * @param isUnannounced whether the model is known to begin with reasoning that no tag announces: nothing is passed on
 *   before its end tag then
 * @returns undefined if it wrote nothing, as servers do which can only answer in one piece
 * @throws Error if the answer is cut off, and the signal's reason when that is aborted
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
  let isHeld = isUnannounced
  // The text is read anew where a thought may have ended, and whenever it has grown by a hundredth, so that the work grows
  // with its length only.
  let readAt = isUnannounced ? 0 : limits.messageContent
  let end = ''
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
  const [toolCalls, finishReason, rawFinishReason, providerMetadata] = await Promise.all([
    result.toolCalls,
    result.finishReason,
    result.rawFinishReason,
    result.providerMetadata,
  ])
  if (hasNoEnd({ finishReason, rawFinishReason })) throw new Error('The stream ended before the answer did.')
  return { text, toolCalls, finishReason, rawFinishReason, providerMetadata }
}

/** What a model has written that was stopped, as if it had reached its own limit. */
const cutOff = (text: string): Streamed => ({
  ...{ text, toolCalls: [], finishReason: 'length' },
  ...{ rawFinishReason: undefined, providerMetadata: undefined },
})

/** Whether a signal was aborted because the time for the answer had passed, and not because nobody wants it any more. */
const isTimeUp = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Whether the SDK has found no stream in an answer that was no failure. */
const isNoStream = (error: unknown): boolean => error instanceof Error && error.name === 'AI_InvalidResponseDataError'
