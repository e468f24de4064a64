import { v5 as uuidV5 } from 'uuid'
import type { ModelGroup, ModelProvider } from '#contract/model-enums.ts'
import { createProviderFetch } from '../outbound/provider-fetch.ts'
import { type AskedModel, languageModelOf, type ProviderAccount, providerUrls } from './provider-account.ts'

export type AiModel = { id: string; name: string; slug: string; is_premium: boolean }

/** A model of an organization's own account. */
export interface OwnModel {
  model: AiModel
  account: ProviderAccount
  /** Called after each reply that was asked of the model, with what was thrown if none came. */
  heard(error?: unknown): Promise<void>
}

type KnownProvider = Exclude<ModelProvider, 'openai_compatible'>

export interface ModelsConfig {
  /** The platform's keys. */
  keys?: Partial<Record<KnownProvider, string | undefined>>
  /** Slugs that replace the built-in list of a provider. */
  slugs?: Partial<Record<KnownProvider, readonly string[]>>
  /** Where a gateway stands before a provider, for the accounts of organizations too. */
  baseUrls?: Partial<Record<KnownProvider, string | undefined>>
  openaiCompatible?: { baseUrl: string; apiKey?: string | undefined; models: string[] } | undefined
}

export type Models = {
  /** All models, the built-in one first; also those whose provider this server has no account with. */
  list(): AiModel[]
  find(id: string): AiModel | undefined
  /** Whose a model is; `platform` for one that is not known. */
  groupOf(id: string): ModelGroup
  /** Whether the model can answer on this server. If not, the built-in model answers in its place. */
  isConfigured(id: string): boolean
  /** Whether a provider is asked for what this model is to write: it is not the built-in one, and can answer here. */
  asksProvider(id: string): boolean
  readonly defaultModel: AiModel
  /**
   * Ids of the models that, as this process has seen, begin their answers with reasoning that no start tag announces.
   * What such a model writes counts as reasoning until an end tag comes, or until the answer ends without one.
   */
  readonly unannounced: Set<string>
  /**
   * The AI SDK's model with this id; loads the provider's SDK on first use.
   * @throws Error when the model is unknown, built in, or its provider not configured; SecretUnreadable
   */
  languageModel(id: string): Promise<AskedModel>
  /** Notes of an organization's own model that it has answered, or what was thrown; nothing of others. Never throws. */
  heard(id: string, error?: unknown): Promise<void>
  /** These models, and those of an organization's own accounts. */
  including(own: readonly OwnModel[]): Models
}

type Entry = { model: AiModel; account: ProviderAccount | undefined }

const BUILT_IN: AiModel = {
  id: '1a525e1b-17ce-4b03-aa9d-fafb1a6b13fc',
  slug: 'baton-built-in',
  name: 'Baton Built-in',
  is_premium: false,
}

// Ids must never change, because agents refer to them. A slug is the provider's own name of the model.
const KNOWN_IDS: Record<string, string> = {
  'gpt-5.2': '6874059e-40bb-473a-b62b-cc946847b46c',
  'gpt-5-mini': '2b56001d-6628-4a82-9ba1-eb036ca030ff',
  'gpt-5-nano': '07cab316-4944-455f-8a07-ca1d9bea5d33',
  'claude-opus-4-5': 'b9b808ca-0c92-4edc-a8f5-af0cac34a704',
  'claude-sonnet-4-5': '557276ad-6313-4a31-a726-555b9faf91ee',
  'claude-haiku-4-5': 'fc7c99a7-88e8-4db4-aa86-18ee244a7fcf',
}

const NAMES: Record<string, string> = {
  'gpt-5.2': 'GPT-5.2',
  'gpt-5-mini': 'GPT-5 mini',
  'gpt-5-nano': 'GPT-5 nano',
  'claude-opus-4-5': 'Claude Opus 4.5',
  'claude-sonnet-4-5': 'Claude Sonnet 4.5',
  'claude-haiku-4-5': 'Claude Haiku 4.5',
  'gemini-pro-latest': 'Gemini Pro',
  'gemini-flash-latest': 'Gemini Flash',
  'gemini-flash-lite-latest': 'Gemini Flash-Lite',
  'mistral-large-latest': 'Mistral Large',
  'mistral-medium-latest': 'Mistral Medium',
  'mistral-small-latest': 'Mistral Small',
}

/** The models of each provider that are listed unless the operator names others. */
export const defaultSlugs: Record<KnownProvider, readonly string[]> = {
  openai: ['gpt-5.2', 'gpt-5-mini', 'gpt-5-nano'],
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  google: ['gemini-pro-latest', 'gemini-flash-latest', 'gemini-flash-lite-latest'],
  mistral: ['mistral-large-latest', 'mistral-medium-latest', 'mistral-small-latest'],
}

/** Providers whose models are listed even where this server has no account with them. */
const ALWAYS_LISTED: readonly KnownProvider[] = ['openai', 'anthropic']

/** The most bytes of an answer: with the model's reasoning, a hundred times what one needs. */
export const ANSWER_BYTES = 4 * 1_048_576
const providerFetch = createProviderFetch(ANSWER_BYTES)

const COMPATIBLE_NAMESPACE = 'b509eda6-9474-42ae-b8b3-05ba05de483b'

/** A model's name for people, where a provider gives it none. */
export const modelName = (slug: string): string => NAMES[slug] ?? slug

/** Where the platform and organizations reach a provider: by the operator's gateway if there is one. */
export const baseUrlOf = ({ baseUrls }: ModelsConfig, provider: KnownProvider): string =>
  (baseUrls?.[provider] ?? providerUrls[provider]).replace(/\/+$/, '')

/** Makes the list of models of this server. Loads no SDK until a model is used. */
export function createModels(config: ModelsConfig = {}): Models {
  const entries: Entry[] = [{ model: BUILT_IN, account: undefined }]
  for (const provider of Object.keys(defaultSlugs) as KnownProvider[]) {
    const key = config.keys?.[provider]
    if (!key && !ALWAYS_LISTED.includes(provider)) continue
    const account = key
      ? { provider, baseUrl: baseUrlOf(config, provider), key: () => key, fetch: providerFetch }
      : undefined
    const named = config.slugs?.[provider] ?? []
    for (const slug of named.length > 0 ? named : defaultSlugs[provider]) {
      const id = KNOWN_IDS[slug] ?? uuidV5(`${provider}:${slug}`, COMPATIBLE_NAMESPACE)
      entries.push({ model: { id, name: modelName(slug), slug, is_premium: true }, account })
    }
  }
  const compatible = config.openaiCompatible
  for (const slug of compatible?.models ?? []) {
    const { baseUrl, apiKey } = compatible!
    const id = uuidV5(slug, COMPATIBLE_NAMESPACE) // equal on every start and every server
    const account = { provider: 'openai_compatible', baseUrl, key: () => apiKey, fetch: providerFetch } as const
    entries.push({ model: { id, name: slug, slug, is_premium: false }, account })
  }
  return modelsOf(entries, [], new Set())
}

function modelsOf(platform: readonly Entry[], own: readonly OwnModel[], unannounced: Set<string>): Models {
  const owned = new Map(own.map((entry) => [entry.model.id, entry]))
  const byId = new Map<string, Entry>([...platform, ...own].map((entry) => [entry.model.id, entry]))
  const list = [...byId.values()].map(({ model }) => model)
  const asksProvider = (id: string) => byId.get(id)?.account !== undefined
  return {
    list: () => list,
    find: (id) => byId.get(id)?.model,
    groupOf: (id) => (id === BUILT_IN.id ? 'built_in' : owned.has(id) ? 'own' : 'platform'),
    isConfigured: (id) => id === BUILT_IN.id || asksProvider(id),
    asksProvider,
    defaultModel: BUILT_IN,
    unannounced,
    async languageModel(id) {
      if (id === BUILT_IN.id) throw new Error('The built-in model needs no SDK.')
      const entry = byId.get(id)
      if (!entry?.account) throw new Error(`The AI model ${entry?.model.slug ?? id} is not configured here.`)
      return languageModelOf(entry.account, entry.model.slug)
    },
    heard: async (id, error) => owned.get(id)?.heard(error),
    including: (more) => modelsOf(platform, more, unannounced),
  }
}
