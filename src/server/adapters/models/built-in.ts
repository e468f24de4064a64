import type {
  JSONObject,
  LanguageModelV3,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider'
import { type Answer, type AnswerInput, answer } from './answer.ts'

/** The key in `providerOptions` for the built-in model's input; other providers ignore it. */
const OPTIONS = 'baton'

/**
 * The provider options that every call to the built-in model needs. They contain the passages as data, since it can't
 * read them from the prompt.
 */
export function builtInOptions(input: AnswerInput): Record<string, JSONObject> {
  return { [OPTIONS]: { input } }
}

/**
 * What an answer of the built-in model quotes and leaves unanswered; undefined for any other model. This is metadata
 * rather than markers in the text, because a source may itself contain text such as `list[[1]]`.
 */
export function notesOf(metadata: Record<string, JSONObject> | undefined): Notes | undefined {
  return metadata?.[OPTIONS] as Notes | undefined
}

export type Notes = Pick<Answer, 'quoted' | 'unanswered'>

/**
 * Makes the built-in model, which needs neither network nor API key, with the AI SDK's interface, so that it is called
 * like any other.
 */
export function createBuiltInModel(slug: string): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: OPTIONS,
    modelId: slug,
    supportedUrls: {},
    async doGenerate({ providerOptions }) {
      return generate(inputOf(providerOptions))
    },
    async doStream({ providerOptions }) {
      const { content, warnings, ...end } = generate(inputOf(providerOptions))
      return {
        stream: new ReadableStream<LanguageModelV3StreamPart>({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings })
            for (const part of content) {
              if (part.type === 'tool-call') controller.enqueue(part)
              if (part.type !== 'text') continue
              controller.enqueue({ type: 'text-start', id: '0' })
              controller.enqueue({ type: 'text-delta', id: '0', delta: part.text })
              controller.enqueue({ type: 'text-end', id: '0' })
            }
            controller.enqueue({ type: 'finish', ...end })
            controller.close()
          },
        }),
      }
    },
  }
}

function generate(input: AnswerInput): LanguageModelV3GenerateResult {
  const given = answer(input)
  const isText = 'text' in given
  return {
    content: isText
      ? [{ type: 'text', text: given.text }]
      : [
          {
            type: 'tool-call',
            toolCallId: given.tool,
            toolName: given.tool,
            input: JSON.stringify({ message: given.message }),
          },
        ],
    providerMetadata: { [OPTIONS]: { quoted: given.quoted, unanswered: given.unanswered } },
    finishReason: { unified: isText ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }
}

/**
 * Reads the model's input. The cast is safe because only `builtInOptions` writes under this key.
 * @throws Error when the call has no such options
 */
function inputOf(providerOptions: Record<string, JSONObject> | undefined): AnswerInput {
  const input = providerOptions?.[OPTIONS]?.input
  if (!input) throw new Error('The built-in model was called without its options: pass builtInOptions().')
  return input as unknown as AnswerInput
}
