import type { LanguageModel } from 'ai'
import type { ModelProvider } from '#contract/model-enums.ts'

/** An account with a provider of models: the platform's or an organization's own. */
export interface ProviderAccount {
  provider: ModelProvider
  /** Where the provider's API begins, without a final slash. */
  baseUrl: string
  /** The key in clear, read when it is needed; undefined where the server wants none. @throws SecretUnreadable */
  key(): string | undefined
  /** Sends the account's requests. */
  fetch: typeof fetch
}

/** Where each provider's API begins. Those who run an `openai_compatible` server say where it is. */
export const providerUrls: Record<Exclude<ModelProvider, 'openai_compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
}

/** A model of the AI SDK, which the SDK's functions ask. */
export type AskedModel = Extract<LanguageModel, { specificationVersion: 'v3' }>

/** By account and slug, because making a model builds its schemas anew, which takes milliseconds. */
const models = new WeakMap<ProviderAccount, Map<string, AskedModel>>()

/** The AI SDK's model of an account, made once with its key. @throws SecretUnreadable */
export async function languageModelOf(account: ProviderAccount, slug: string): Promise<AskedModel> {
  const made = models.get(account) ?? new Map<string, AskedModel>()
  models.set(account, made)
  const model = made.get(slug) ?? (await makeModel(account, slug))
  made.set(slug, model)
  return model
}

/** Makes a model; loads the provider's SDK at first use. */
async function makeModel(account: ProviderAccount, slug: string): Promise<AskedModel> {
  const { provider, baseUrl: baseURL, fetch } = account
  const apiKey = account.key()
  const settings = { baseURL, fetch, ...(apiKey !== undefined && { apiKey }) }
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)(slug)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(slug)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(slug)
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(settings)(slug)
    case 'openai_compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name: 'openai-compatible', includeUsage: true, ...settings })(slug)
    }
  }
}
