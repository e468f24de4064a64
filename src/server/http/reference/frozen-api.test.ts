import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changesBetween } from '../../testing/api-changes.ts'
import { currentDocument, FROZEN } from '../../testing/frozen-api.ts'

const frozen = JSON.parse(readFileSync(FROZEN, 'utf8'))

it('breaks no program written against docs/api-v1.json, and what it adds is noted', () => {
  // Where something was added on purpose, `npx node e2e/tools/freeze-api.ts` notes it.
  expect(changesBetween(frozen, currentDocument())).toEqual({ breaks: [], additions: [] })
})

// biome-ignore lint/suspicious/noExplicitAny: the changes below reach deep into a document that has no type
type Json = any

const body = (document: Json, path: string, method: string) =>
  document.paths[path][method].requestBody.content['application/json'].schema
const agents = '/organizations/{organization}/agents'
const messages = '/agents/{agent}/conversations/{conversation}/messages'

it.each<[string, (document: Json) => void, { breaks?: string[]; additions?: string[] }]>([
  ['an operation that is gone', (all) => delete all.paths[agents].post, { breaks: ['createAgent is gone'] }],
  [
    'an operation that is new',
    (all) => Object.assign(all.paths[agents], { put: { ...all.paths[agents].post, operationId: 'putAgents' } }),
    { additions: ['putAgents is new'] },
  ],
  [
    'a field of an answer that is gone',
    (all) => delete all.components.schemas.WebhookEndpoint.properties.is_active,
    { breaks: ['listWebhookEndpoints: answer.data[].is_active is gone'] },
  ],
  [
    'a field of a webhook that is new',
    (all) => Object.assign(all.components.schemas.Webhook.properties.data.properties, { more: { type: 'string' } }),
    { additions: ['public_api_message_created.data.more is new', 'public_api_human_handoff.data.more is new'] },
  ],
  [
    'a listed value of an answer more',
    (all) => all.components.schemas.Message.properties.role.enum.push('robot'),
    {
      additions: expect.arrayContaining([
        'listMessages: answer.data[].role may be `robot`',
        'public_api_message_created.data.message.role may be `robot`',
      ]),
    },
  ],
  [
    'another type of an answer',
    (all) => Object.assign(all.components.schemas.TrainingJob.properties.source_id, { type: 'integer' }),
    { breaks: expect.arrayContaining(['getTrainingJob: answer.data.source_id is integer instead of string']) },
  ],
  ['a body that must have more', (all) => body(all, messages, 'post').required.push('language'), {}],
  [
    'a field that must be sent',
    (all) => {
      const schema = body(all, messages, 'post')
      schema.properties.language = { type: 'string' }
      schema.required.push('language')
    },
    { breaks: ['sendMessage: body.language is new'] },
  ],
  [
    'a field that may be sent',
    (all) => Object.assign(body(all, messages, 'post').properties, { language: { type: 'string' } }),
    { additions: ['sendMessage: body.language is new'] },
  ],
  [
    'a shorter text',
    (all) => Object.assign(body(all, messages, 'post').properties.content, { maxLength: 10 }),
    { breaks: ['sendMessage: body.content takes at most 10 (maxLength) now'] },
  ],
  [
    'a parameter that must be sent',
    (all) => all.paths[agents].get.parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
    { breaks: ['listAgents: query q is new'] },
  ],
  [
    'a form of a body that is gone',
    (all) => body(all, '/agents/{agent}/sources', 'post').oneOf.pop(),
    {
      breaks: [
        'createSource: body.type may no longer be `url`',
        'createSource: body.urls is gone',
        'createSource: body.content is new',
      ],
    },
  ],
  [
    'an error less',
    (all) => delete all.paths[agents].post.responses[422],
    { breaks: ['createAgent no longer answers 422'] },
  ],
  ['other words', (all) => Object.assign(all.paths[agents].post, { summary: 'Make one' }), {}],
])('tells of %s', (_what, change, { breaks = [], additions = [] }) => {
  const changed = currentDocument()
  change(changed)
  const found = changesBetween(currentDocument(), changed)
  expect(found).toEqual({ breaks, additions })
})
