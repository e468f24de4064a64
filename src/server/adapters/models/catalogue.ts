import type { LanguageModel } from 'ai'
import { v5 as uuidV5 } from 'uuid'
import { createProviderFetch } from '../outbound/provider-fetch.ts'

export type AiModel = { id: string; name: string; slug: string; is_premium: boolean }

type ModelsConfig = {
  openaiApiKey?: string | undefined
  anthropicApiKey?: string | undefined
  openaiCompatible?: { baseUrl: string; apiKey?: string | undefined; models: string[] } | undefined
}

export type Models = {
  /** All models, the built-in one first; also those whose provider this server has no account with. */
  list(): AiModel[]
  find(id: string): AiModel | undefined
  /** Whether the model can answer on this server. If not, the built-in model answers in its place. */
  isConfigured(id: string): boolean
  /** Whether a provider is asked for what this model is to write: it is not the built-in one, and can answer here. */
  asksProvider(id: string): boolean
  readonly defaultModel: AiModel
  /**
   * Slugs of the models that, as this process has seen, begin their answers with reasoning that no start tag announces.
   * What such a model writes counts as reasoning until an end tag comes, or until the answer ends without one.
   */
  readonly unannounced: Set<string>
  /**
   * The AI SDK's model with this id; loads the provider's SDK on first use.
   * @throws Error when the model is unknown, built in, or its provider not configured
   */
  languageModel(id: string): Promise<Exclude<LanguageModel, string>>
}

type Provider = 'built-in' | 'openai' | 'anthropic' | 'openai-compatible'
type Entry = { model: AiModel; provider: Provider }

const BUILT_IN_SLUG = 'baton-built-in'

// Ids must never change, because agents refer to them. A slug is the provider's own name of the model.
const CATALOGUE: readonly (readonly [id: string, provider: Provider, slug: string, name: string])[] = [
  ['1a525e1b-17ce-4b03-aa9d-fafb1a6b13fc', 'built-in', BUILT_IN_SLUG, 'Baton Built-in'],
  ['6874059e-40bb-473a-b62b-cc946847b46c', 'openai', 'gpt-5.2', 'GPT-5.2'],
  ['2b56001d-6628-4a82-9ba1-eb036ca030ff', 'openai', 'gpt-5-mini', 'GPT-5 mini'],
  ['07cab316-4944-455f-8a07-ca1d9bea5d33', 'openai', 'gpt-5-nano', 'GPT-5 nano'],
  ['b9b808ca-0c92-4edc-a8f5-af0cac34a704', 'anthropic', 'claude-opus-4-5', 'Claude Opus 4.5'],
  ['557276ad-6313-4a31-a726-555b9faf91ee', 'anthropic', 'claude-sonnet-4-5', 'Claude Sonnet 4.5'],
  ['fc7c99a7-88e8-4db4-aa86-18ee244a7fcf', 'anthropic', 'claude-haiku-4-5', 'Claude Haiku 4.5'],
]

// An answer with the model's reasoning, a hundred times what one needs.
const providerFetch = createProviderFetch(4 * 1_048_576)

const COMPATIBLE_NAMESPACE = 'b509eda6-9474-42ae-b8b3-05ba05de483b'

/** Makes the list of models of this server. Loads no SDK until a model is used. */
export function createModels(config: ModelsConfig = {}): Models {
  const entries: Entry[] = [
    ...CATALOGUE.map(([id, provider, slug, name]) => {
      return { model: { id, name, slug, is_premium: provider !== 'built-in' }, provider }
    }),
    ...(config.openaiCompatible?.models ?? []).map((slug) => {
      const id = uuidV5(slug, COMPATIBLE_NAMESPACE) // equal on every start and every server
      return { model: { id, name: slug, slug, is_premium: false }, provider: 'openai-compatible' as const }
    }),
  ]
  const byId = new Map(entries.map((entry) => [entry.model.id, entry]))
  const configured: Record<Provider, boolean> = {
    'built-in': true,
    openai: Boolean(config.openaiApiKey),
    anthropic: Boolean(config.anthropicApiKey),
    'openai-compatible': Boolean(config.openaiCompatible),
  }
  const isConfigured = (id: string) => {
    const entry = byId.get(id)
    return entry !== undefined && configured[entry.provider]
  }
  const list = entries.map(({ model }) => model)
  const defaultModel = list[0]!
  return {
    list: () => list,
    find: (id) => byId.get(id)?.model,
    isConfigured,
    asksProvider: (id) => id !== defaultModel.id && isConfigured(id),
    defaultModel,
    unannounced: new Set(),
    async languageModel(id) {
      const entry = byId.get(id)
      if (!entry || !isConfigured(id))
        throw new Error(`The AI model ${entry?.model.slug ?? id} is not configured here.`)
      return load(entry, config)
    },
  }
}

async function load({ provider, model }: Entry, config: ModelsConfig): Promise<Exclude<LanguageModel, string>> {
  switch (provider) {
    case 'built-in':
      throw new Error('The built-in model needs no SDK.')
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: config.openaiApiKey!, fetch: providerFetch })(model.slug)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: config.anthropicApiKey!, fetch: providerFetch })(model.slug)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const { baseUrl, apiKey } = config.openaiCompatible!
      const account = { baseURL: baseUrl, fetch: providerFetch, ...(apiKey ? { apiKey } : {}) }
      return createOpenAICompatible({ name: 'openai-compatible', ...account })(model.slug)
    }
  }
}
