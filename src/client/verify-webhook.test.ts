import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ type: 'public_api_human_handoff', timestamp: 'x', data: { sequence: 1, text: 'Grüße' } })
const bytes = [...new TextEncoder().encode(body)]
const sent = new Date()
const signed = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', sent, body),
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.reason,
  )

describe('verifyWebhook', () => {
  it.each([
    ['text', body, signed],
    ['bytes', new TextEncoder().encode(body), signed],
    ['a buffer', new TextEncoder().encode(body).buffer, new Headers(signed)],
    ['bytes of another realm', runInNewContext('Uint8Array.from(bytes)', { bytes }), signed],
    ['a buffer of another realm', runInNewContext('Uint8Array.from(bytes).buffer', { bytes }), signed],
    ['a part of a buffer', Buffer.from(`<${body}>`).subarray(1, -1), signed],
    [
      'headers of another library',
      body,
      { get: (name: string) => new Map(Object.entries(signed)).get(name) } as Headers,
    ],
    ['headers of any case and form', body, { 'Webhook-Id': ['msg_1'], ...signed }],
    [
      'one signature of several',
      body,
      { ...signed, 'webhook-signature': `v1,AAAA v2,x ${signed['webhook-signature']}` },
    ],
  ])('takes what the standard library has signed: %s', async (_name, text, headers) => {
    expect(await verifyWebhook(text, headers, secret)).toEqual(JSON.parse(body))
  })

  it.each([
    ['body_was_parsed', JSON.parse(body), signed, secret, {}],
    ['secret_format', body, signed, secret.slice(6), {}],
    ['secret_format', body, signed, 'whsec_%%%', {}],
    ['secret_format', body, signed, 'whsec_', {}],
    ['secret_format', body, signed, undefined, {}],
    ['body_was_parsed', undefined, signed, secret, {}],
    ['headers', body, { ...signed, 'webhook-signature': undefined }, secret, {}],
    ['headers', body, { ...signed, 'webhook-timestamp': 'now' }, secret, {}],
    ['timestamp', body, signed, secret, { now: sent.getTime() + 301_000 }],
    ['timestamp', body, signed, secret, { now: sent.getTime() - 302_000 }],
    ['signature', `${body}\n`, signed, secret, {}],
    ['signature', body, { ...signed, 'webhook-id': 'msg_2' }, secret, {}],
    ['signature', body, signed, `whsec_${Buffer.alloc(32, 8).toString('base64')}`, {}],
    ['signature', body, { ...signed, 'webhook-signature': 'v1,%' }, secret, {}],
  ])('refuses with the reason %s', async (reason, text, headers, key, options) => {
    expect(await reasonOf(verifyWebhook(text, headers, key!, options))).toBe(reason)
  })
})
