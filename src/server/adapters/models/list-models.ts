import { modelName } from './catalogue.ts'
import type { ProviderAccount } from './provider-account.ts'
import { ProviderRefusal } from './provider-problem.ts'

/** A model as its provider lists it. What the provider does not say of it is null. */
export interface ListedModel {
  slug: string
  name: string
  contextLength: number | null
  callsTools: boolean | null
}

/** Names of models that write no text: they embed, draw, speak, listen, judge or rank. */
const NO_WRITER =
  /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcri|speech|rerank|sora|robotics|computer-use|ocr|babbage|davinci|(?:^|[-/])(?:bge|clip|veo|imagen|lyria|aqa)(?:$|[-.\d])/i

const ANTHROPIC_VERSION = '2023-06-01'
const PAGES = 5

/**
 * The models of an account that can answer, as the provider lists them.
 * @throws Error of which `problemOf` knows what it means
 */
export async function listModels(account: ProviderAccount, signal: AbortSignal): Promise<ListedModel[]> {
  const found: ListedModel[] = []
  let next: string | null = ''
  for (let page = 0; next !== null && page < PAGES; page += 1) {
    const answer: Answer = await ask(account, next, signal)
    const items = answer.models ?? answer.data
    if (!Array.isArray(items)) throw new Error('The provider listed no models.')
    found.push(...items.flatMap(toListed))
    next = nextPage(account, answer)
  }
  return [...new Map(found.map((model) => [model.slug, model])).values()]
}

interface Item {
  id?: unknown
  name?: unknown
  display_name?: unknown
  displayName?: unknown
  inputTokenLimit?: unknown
  max_context_length?: unknown
  context_length?: unknown
  max_input_tokens?: unknown
  supportedGenerationMethods?: unknown
  capabilities?: { completion_chat?: unknown; function_calling?: unknown } | null
}

interface Answer {
  /** Of OpenAI, Anthropic, Mistral and those who speak as OpenAI does. */
  data?: Item[]
  has_more?: boolean
  last_id?: string
  /** Of Google. */
  models?: Item[]
  nextPageToken?: string
}

async function ask(account: ProviderAccount, page: string, signal: AbortSignal): Promise<Answer> {
  const { provider, baseUrl, fetch } = account
  const key = account.key()
  const url = new URL(`${baseUrl}/models`)
  const headers = new Headers({ accept: 'application/json' })
  if (provider === 'anthropic') {
    url.searchParams.set('limit', '1000')
    if (page) url.searchParams.set('after_id', page)
    headers.set('anthropic-version', ANTHROPIC_VERSION)
    headers.set('x-api-key', key ?? '')
  } else if (provider === 'google') {
    url.searchParams.set('pageSize', '1000')
    if (page) url.searchParams.set('pageToken', page)
    headers.set('x-goog-api-key', key ?? '')
  } else if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  const response = await fetch(url.href, { headers, signal })
  const text = await response.text()
  if (!response.ok) throw new ProviderRefusal(response.status, text)
  const answer: unknown = JSON.parse(text)
  if (typeof answer !== 'object' || answer === null) throw new Error('The provider listed no models.')
  return answer
}

const nextPage = ({ provider }: ProviderAccount, { has_more, last_id, nextPageToken }: Answer): string | null => {
  if (provider === 'google') return nextPageToken || null
  return provider === 'anthropic' && has_more === true ? last_id || null : null
}

function toListed(item: Item | null): ListedModel[] {
  if (typeof item !== 'object' || item === null) return []
  const { capabilities, supportedGenerationMethods: methods } = item
  const id = typeof item.id === 'string' ? item.id : item.name
  if (typeof id !== 'string') return []
  const slug = id.replace(/^models\//, '')
  const isSilent =
    NO_WRITER.test(slug) ||
    capabilities?.completion_chat === false ||
    (Array.isArray(methods) && !methods.includes('generateContent'))
  if (isSilent || slug === '' || slug.length > 200) return []
  const name = [item.display_name, item.displayName].find((each) => typeof each === 'string' && each.trim() !== '')
  const length = [item.inputTokenLimit, item.max_context_length, item.context_length, item.max_input_tokens]
  const tools = capabilities?.function_calling
  return [
    {
      slug,
      name: ((name as string | undefined) ?? modelName(slug)).slice(0, 200),
      contextLength: (length.find((each) => Number.isSafeInteger(each)) as number | undefined) ?? null,
      callsTools: typeof tools === 'boolean' ? tools : null,
    },
  ]
}
