import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { findMistake, type Pasted } from './find-mistake.ts'

const bytes = Buffer.alloc(32, 7)
const secret = `whsec_${bytes.toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body = JSON.stringify({ type: 'public_api_human_handoff', timestamp: 'x', data: { text: 'Grüße <b>' } })
const sent = new Date('2026-03-02T09:15:00.000Z')
const id = 'msg_01993f5e7c1a7d2b9e4f0000000000c1'
const signature = new Webhook(secret).sign(id, sent, body)
const headersOf = (changed: Record<string, string> = {}) =>
  Object.entries({
    'Content-Type': 'application/json',
    'Webhook-Id': id,
    'webhook-timestamp': String(sent.getTime() / 1000),
    'webhook-signature': signature,
    ...changed,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
const given: Pasted = { body, headers: headersOf(), secret, others: '', clock: sent.getTime() + 60_000 }
const parsed = JSON.parse(body)

describe('findMistake', () => {
  it.each<[string, Partial<Pasted>]>([
    ['none', {}],
    ['none', { clock: undefined }],
    ['header_lost', { headers: headersOf({ 'webhook-timestamp': '' }) }],
    ['prefix_missing', { secret: secret.slice(6) }],
    ['hex_for_base64', { secret: `whsec_${bytes.toString('hex')}` }],
    ['hex_for_base64', { secret: bytes.toString('hex') }],
    [
      'hex_for_base64',
      { headers: headersOf({ 'webhook-signature': Buffer.from(signature.slice(3), 'base64').toString('hex') }) },
    ],
    ['clock_off', { clock: sent.getTime() + 3_600_000 }],
    ['clock_off', { clock: sent.getTime() - 3_600_000 }],
    ['body_parsed', { body: JSON.stringify(parsed, null, 2) }],
    ['body_parsed', { body: body.replace('ü', '\\u00fc') }],
    ['body_parsed', { body: JSON.stringify({ data: parsed.data, type: parsed.type, timestamp: 'x' }) }],
    ['body_changed', { body: `${body}\n` }],
    ['body_changed', { body: Buffer.from(body).toString('latin1') }],
    ['body_changed', { body: body.replaceAll('"', '&quot;').replace('<', '&lt;').replace('>', '&gt;') }],
    ['wrong_id', { headers: headersOf({ 'Webhook-Id': 'request-1', 'X-Original-Id': id }) }],
    ['wrong_id', { headers: headersOf({ 'Webhook-Id': id.slice(4) }) }],
    ['other_endpoint', { secret: other, others: `${other}\n${secret}` }],
    ['wrong_secret', { secret: other }],
    ['wrong_secret', { secret: 'nonsense' }],
    ['wrong_secret', { body: body.replace('b', 'i') }],
  ])('finds %s', async (mistake, changed) => {
    expect((await findMistake({ ...given, ...changed })).mistake).toBe(mistake)
  })

  it('reads headers as a program prints them', async () => {
    const printed = `{\n${headersOf()
      .split('\n')
      .map((line) => `  '${line.replace(': ', "': '")}',`)
      .join('\n')}\n}`
    expect((await findMistake({ ...given, headers: printed })).mistake).toBe('none')
  })

  it('says that a secret is not whole', async () => {
    expect((await findMistake({ ...given, secret: secret.slice(0, 30) })).detail).toContain('32 bytes')
  })
})
