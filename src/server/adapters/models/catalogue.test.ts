import { describe, expect, it } from 'vitest'
import { aiModel } from '#contract/ai-models.ts'
import { createModels } from './catalogue.ts'

const compatible = { baseUrl: 'http://127.0.0.1:9/v1', models: ['llama-4', 'qwen-3'] }

describe('createModels', () => {
  it('always has the built-in model, first and for everybody', async () => {
    const models = createModels()
    expect(models.defaultModel).toMatchObject({ slug: 'baton-built-in', is_premium: false })
    expect(models.list()[0]).toBe(models.defaultModel)
    expect(models.isConfigured(models.defaultModel.id)).toBe(true)
    await expect(models.languageModel(models.defaultModel.id)).rejects.toThrow('needs no SDK')
  })

  it('lists models as the API shows them, with ids and slugs of their own', () => {
    const list = createModels({ openaiCompatible: compatible }).list()
    for (const model of list) expect(aiModel.strict().safeParse(model).success, model.slug).toBe(true)
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    expect(new Set(list.map(({ slug }) => slug)).size).toBe(list.length)
  })

  it('lists OpenAI and Anthropic without keys, as premium models that cannot answer yet', async () => {
    const models = createModels()
    const premium = models.list().filter(({ is_premium }) => is_premium)
    expect(premium.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['gpt-5-mini', 'claude-sonnet-4-5']))
    for (const { id } of premium) {
      expect(models.isConfigured(id)).toBe(false)
      await expect(models.languageModel(id)).rejects.toThrow('not configured')
    }
    const withKey = createModels({ keys: { openai: 'key' } })
    const configured = withKey.list().filter(({ id }) => withKey.isConfigured(id))
    expect(configured.map(({ slug }) => slug)).toEqual(['baton-built-in', 'gpt-5.2', 'gpt-5-mini', 'gpt-5-nano'])
    expect((await withKey.languageModel(configured[1]!.id)).modelId).toBe('gpt-5.2')
  })

  it('gives the operator’s own models the same ids on every start', async () => {
    const first = createModels({ openaiCompatible: compatible })
    const second = createModels({ openaiCompatible: { ...compatible, models: ['qwen-3'] } })
    const own = second.list().at(-1)!
    expect(own).toMatchObject({ slug: 'qwen-3', is_premium: false })
    expect(first.find(own.id)).toEqual(own)
    expect((await first.languageModel(own.id)).modelId).toBe('qwen-3')
  })

  it('knows no other ids', () => {
    expect(createModels().find('00000000-0000-4000-8000-000000000000')).toBeUndefined()
    expect(createModels().isConfigured('toString')).toBe(false)
  })
})
