import type { generateText, streamText } from 'ai'
import { limits } from '#contract/limits.ts'
import { hasNoEnd } from './answer-end.ts'
import { withoutReasoning } from './provider-text.ts'

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
 * Lets a model write a text and passes it on as it is written. A model that writes on beyond the longest message is
 * stopped, as if it had reached its own limit.
 * @returns undefined if it wrote nothing, as servers do which can only answer in one piece
 * @throws Error if the answer is cut off, and the signal's reason when that is aborted
 */
export async function streamedText(
  stream: typeof streamText,
  options: Parameters<typeof streamText>[0] & { abortSignal: AbortSignal },
  listener: ReplyListener,
): Promise<Streamed | undefined> {
  const stop = new AbortController()
  const result = stream({
    ...options,
    abortSignal: AbortSignal.any([options.abortSignal, stop.signal]),
    onError() {}, // the default handler would print the error, which is thrown below
  })
  let text = ''
  let isCall = false
  for await (const part of result.fullStream) {
    if (part.type === 'error') {
      if (text === '' && !isCall && isNoStream(part.error)) return undefined
      throw part.error
    }
    if (part.type === 'abort') throw options.abortSignal.reason
    if (part.type === 'tool-input-start' || part.type === 'tool-call') {
      if (!isCall && text !== '') listener.replaced()
      isCall = true
    }
    if (part.type !== 'text-delta') continue
    text += part.text
    if (text.length > limits.messageContent && withoutReasoning(text).length > limits.messageContent) {
      stop.abort()
      return { text, toolCalls: [], finishReason: 'length', rawFinishReason: undefined, providerMetadata: undefined }
    }
    if (!isCall) listener.writes(text)
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

/** Whether the SDK has found no stream in an answer that was no failure. */
const isNoStream = (error: unknown): boolean => error instanceof Error && error.name === 'AI_InvalidResponseDataError'
