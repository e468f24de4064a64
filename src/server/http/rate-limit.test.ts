import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

describe('the rate limits of requests without a valid key', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ worker: false })
  })
  afterAll(() => test.close())

  async function leftFor(remoteAddress: string): Promise<number> {
    const url = '/v1/agents/01890000-0000-7000-8000-000000000000'
    const answer = await test.app.inject({ url, remoteAddress })
    expect(answer.statusCode).toBe(401)
    return Number(answer.headers['x-ratelimit-remaining'])
  }

  it('are those of a network: another of its addresses, of which IPv6 gives everybody many, has no limit of its own', async () => {
    const left = await leftFor('2001:db8:1:2::1')
    expect(await leftFor('2001:db8:1:2:ffff::7')).toBe(left - 1)
    expect(await leftFor('2001:db8:1:3::1')).toBe(left)
    expect(await leftFor('198.51.100.7')).toBe(left)
    expect(await leftFor('::ffff:198.51.100.7')).toBe(left - 1)
    expect(await leftFor('198.51.100.8')).toBe(left)
  })
})
