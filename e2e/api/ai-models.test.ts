import { beforeAll, describe, expect, inject, it } from 'vitest'
import { type Account, newAccount } from './support/account.ts'

describe.each(inject('products'))('GET /ai-models on $database', (product) => {
  let account: Account
  beforeAll(async () => {
    account = await newAccount(product)
  })

  it('lists every model of the platform, the built-in one first and not premium', async () => {
    const models = await account.get('listAiModels')
    expect(models[0]).toEqual({
      id: '1a525e1b-17ce-4b03-aa9d-fafb1a6b13fc',
      name: 'Baton Built-in',
      slug: 'baton-built-in',
      is_premium: false,
    })
    expect(models.filter((model) => model.is_premium).length).toBeGreaterThan(0)
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length)
  })

  it('is not filtered by organization', async () => {
    const other = await newAccount(product)
    await other.setPlan('promotional')
    expect(await other.get('listAiModels')).toEqual(await account.get('listAiModels'))
  })

  it('is not paginated', async () => {
    const all = await account.send('listAiModels')
    const one = await account.send('listAiModels', { query: { page: 2, per_page: 1 } })
    expect(one.data).toEqual(all.data)
    expect(Object.keys(one.body)).toEqual(['data', 'meta'])
    expect(Object.keys(one.body.meta)).toEqual(['request_id'])
  })
})
