import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBaton } from './create-baton.ts'

beforeEach(() => void vi.stubGlobal('BATON_OPERATIONS', {}))
afterEach(() => void vi.unstubAllGlobals())

/** A client whose server refuses every request, and says whose the key is. */
const refused = (status: number, code: string) =>
  createBaton({
    baseUrl: 'http://baton.example',
    apiKey: 'k',
    fetch: async () =>
      Response.json(
        { error: { code, message: 'No.', details: [] } },
        { status, headers: { 'baton-organization': 'mine' } },
      ),
  })

describe('the organization of a key', () => {
  it('is known of a key that may not read agents', async () => {
    expect(await refused(403, 'insufficient_scope').organization()).toBe('mine')
  })

  it('is not told of a key that can do nothing', async () => {
    await expect(refused(403, 'premium_required').organization()).rejects.toMatchObject({ code: 'premium_required' })
    await expect(refused(401, 'token_expired').organization()).rejects.toMatchObject({ code: 'token_expired' })
  })
})
