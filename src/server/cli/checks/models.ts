import { type AiModel, createModels, type Models } from '../../adapters/models/catalogue.ts'
import { createKnowledge } from '../../knowledge/knowledge.ts'
import type { Config } from '../../settings/config.ts'
import { type Check, type Finding, fine, reasonOf, wrong } from './check.ts'

const TIMEOUT_MS = 20_000
const ANSWER_TOKENS = 16 // the smallest maximum that every provider accepts

/** Checks every configured model of a provider by asking it for one word. */
export const checkModels: Check = async ({ config }) => {
  const models = createModels(config.models)
  const asked = models.list().filter(({ id }) => models.asksProvider(id))
  if (asked.length === 0) return fine('reply models', `${models.defaultModel.name} only; no provider is configured.`)
  return Promise.all(asked.map((model) => modelFinding(models, model)))
}

async function modelFinding(models: Models, { id, slug }: AiModel): Promise<Finding> {
  const name = `model ${slug}`
  const { generateText } = await import('ai')
  try {
    const { usage } = await generateText({
      model: await models.languageModel(id),
      prompt: 'Say yes.',
      maxOutputTokens: ANSWER_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return fine(name, `It answers${usage.totalTokens ? ` (${usage.totalTokens} tokens)` : ''}.`)
  } catch (error) {
    const mend = mends[(error as { statusCode?: number }).statusCode ?? 0] ?? 'Check its address and that it runs.'
    return wrong(name, `It does not answer: ${reasonOf(error)}.`, `${mend} Until then the built-in model stands in.`)
  }
}

const mends: Record<number, string> = {
  401: "Check the provider's API key.",
  403: 'The key may not use this model: allow it at the provider.',
  404: 'The provider does not know this model: check its name and the base URL.',
  429: "Wait, or raise the account's limit at the provider.",
}

/** Checks that a text can be embedded by the built-in model, verified on loading, or by the configured server. */
export const checkEmbeddings: Check = async ({ config }) => {
  const name = config.embeddings ? 'embeddings server' : 'built-in model'
  const knowledge = createKnowledge({ server: config.embeddings })
  try {
    const [vector] = await knowledge.embed(['Is anybody there?'])
    return fine(name, `${knowledge.embeddingModel} embeds, ${vector?.length} dimensions${checked(config)}.`)
  } catch (error) {
    const mend = config.embeddings
      ? 'Check EMBEDDINGS_BASE_URL, _API_KEY, _MODEL and _DIMENSIONS, and that the server runs.'
      : 'Run npm ci: it installs the files that were checked.'
    return wrong(name, `It can't embed: ${reasonOf(error)}.`, mend)
  } finally {
    await knowledge.close()
  }
}

const checked = (config: Config) => (config.embeddings ? '' : '; its files are the ones that were checked')
