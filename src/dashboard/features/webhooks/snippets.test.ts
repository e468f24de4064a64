// @vitest-environment node
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { snippets, testVector } from './snippets.ts'
import { verify } from './verify/verify.mjs'

const { secret, body, ...headers } = testVector
const at = Number(headers['webhook-timestamp'])

describe('the test vector', () => {
  it('is what a Standard Webhooks sender signs', () => {
    const signed = new Webhook(secret).sign(headers['webhook-id'], new Date(at * 1_000), body)
    expect(signed).toBe(headers['webhook-signature'])
  })
})

describe('the snippet for Node', () => {
  it('accepts the test vector, also among signatures of other keys', () => {
    expect(verify(secret, headers, body, at)).toBe(true)
    const rotated = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` }
    expect(verify(secret, rotated, body, at)).toBe(true)
  })

  it('refuses another body, another key and an old delivery', () => {
    expect(verify(secret, headers, `${body} `, at)).toBe(false)
    expect(verify('whsec_AAAA', headers, body, at)).toBe(false)
    expect(verify(secret, headers, body, at + 301)).toBe(false)
    expect(verify(secret, { ...headers, 'webhook-timestamp': 'soon' }, body, at)).toBe(false)
  })
})

it('has a snippet for each language, and none leans on a package', () => {
  expect(snippets.map(({ label }) => label)).toEqual(['Node', 'Python', 'PHP', 'Go', 'Ruby'])
  for (const { code } of snippets) expect(code).not.toContain('standardwebhooks')
})
