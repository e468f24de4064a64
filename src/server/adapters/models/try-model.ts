import type { Data } from '#contract/index.ts'
import { languageModelOf, type ProviderAccount } from './provider-account.ts'

type Trial = NonNullable<Data<'testModelAccount'>['trial']>

/** Enough for a model that thinks before it says a word. */
const MOST_TOKENS = 1_000

/**
 * Asks a model for a word, and to call a tool: how long the word took in milliseconds, and what the model can do.
 * @throws Error of which `problemOf` knows what it means
 */
export async function tryModel(account: ProviderAccount, slug: string, signal: AbortSignal): Promise<Trial> {
  const [{ generateText, streamText, tool }, { z }] = await Promise.all([import('ai'), import('zod')])
  const model = await languageModelOf(account, slug)
  const common = { model, maxOutputTokens: MOST_TOKENS, maxRetries: 0, abortSignal: signal }

  async function word(): Promise<Omit<Trial, 'calls_tools'>> {
    const prompt = 'Answer with the one word: yes'
    const begun = performance.now()
    let pieces = 0
    let failure: unknown
    const onError = ({ error }: { error: unknown }) => {
      failure = error
    }
    const streamed = streamText({ ...common, prompt, onError })
    for await (const text of streamed.textStream) if (text !== '') pieces += 1
    if (pieces === 0 && (failure as { statusCode?: number } | undefined)?.statusCode !== undefined) throw failure
    signal.throwIfAborted()
    const whole = pieces > 0 ? undefined : await generateText({ ...common, prompt })
    const { inputTokens } = whole ? whole.usage : await streamed.usage
    if (whole && whole.text.trim() === '' && whole.finishReason !== 'length')
      throw failure ?? new Error('The model answered with nothing.')
    return {
      ms: Math.round(performance.now() - begun),
      streams: pieces > 0,
      counts_tokens: (inputTokens ?? 0) > 0,
    }
  }

  async function callsTools(): Promise<boolean> {
    try {
      const tools = {
        open_door: tool({ description: 'Opens the door.', inputSchema: z.object({ reason: z.string() }) }),
      }
      const prompt = 'Open the door by calling the tool open_door.'
      const { toolCalls } = await generateText({ ...common, prompt, tools })
      return toolCalls.some(({ toolName, invalid }) => toolName === 'open_door' && !invalid)
    } catch {
      return false // many servers answer with an error where a model knows no tools
    }
  }

  const [answered, calls_tools] = await Promise.all([word(), callsTools()])
  return { ...answered, calls_tools }
}
