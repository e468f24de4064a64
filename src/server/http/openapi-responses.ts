import { z } from 'zod'
import { type Endpoint, errorCodes } from '#contract/endpoint.ts'
import { type ErrorCode, type ErrorDetail, errors } from '#contract/errors.ts'
import { listLinks, listMeta, requestMeta } from '#contract/pagination.ts'
import { replyOutcomes } from '#contract/reply-stream.ts'
import type { Route } from '#contract/route.ts'
import type { createSchemaWriter, JsonSchema } from './openapi-schemas.ts'
import { errorBody, unauthenticatedBody } from './openapi-schemas.ts'

type Writer = ReturnType<typeof createSchemaWriter>

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const header = (description: string, schema: JsonSchema) => ({ description, schema })

export const headerComponents = {
  XRequestId: header(
    'Names this request in our logs; the same as `meta.request_id`, but in a repeated answer, which has the first one there',
    { type: 'string', format: 'uuid' },
  ),
  XRateLimitLimit: header('Requests per minute of this rate class', { type: 'integer' }),
  XRateLimitRemaining: header('How many of them are left in this minute', { type: 'integer' }),
  XRateLimitReset: header('When the minute ends, in Unix seconds', { type: 'integer' }),
  Link: header('With `rel="help"`: a page about this error', { type: 'string' }),
  BatonOrganization: header('The organization of the key', { type: 'string', format: 'uuid' }),
  RetryAfter: header('Seconds to wait', { type: 'integer' }),
  ETag: header('Weak validator; send it back as `If-None-Match`', { type: 'string' }),
  IdempotentReplayed: header('`true` when this is the first answer to a POST again', { type: 'string', const: 'true' }),
}

const always = {
  'X-Request-Id': ref('headers', 'XRequestId'),
  'Baton-Organization': ref('headers', 'BatonOrganization'),
  'X-RateLimit-Limit': ref('headers', 'XRateLimitLimit'),
  'X-RateLimit-Remaining': ref('headers', 'XRateLimitRemaining'),
}
/** Statuses of errors that may be stored under a POST's idempotency key, so that a repetition gets them again. */
const REPEATABLE = [404, 409, 422, 423]
const repeated = { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') }
const retryAfter = { 'Retry-After': ref('headers', 'RetryAfter') }
const onLimit = { 'X-RateLimit-Reset': ref('headers', 'XRateLimitReset'), ...retryAfter }

/** The responses of an operation by status, for the OpenAPI document. */
export function responsesOf(endpoint: Endpoint, writer: Writer): JsonSchema {
  const route: Route = endpoint.route
  return {
    [route.status]: success(endpoint, writer),
    ...(route.method === 'GET' && { 304: { description: 'Unchanged since `If-None-Match`', headers: always } }),
    ...failures(endpoint, writer),
  }
}

function success(endpoint: Endpoint, writer: Writer): JsonSchema {
  const route: Route = endpoint.route
  if (!endpoint.data) return { description: 'Done', headers: always }
  const envelope = endpoint.paginated
    ? z.object({ data: endpoint.data, links: listLinks, meta: listMeta })
    : z.object({ data: endpoint.data, meta: requestMeta })
  const headers = {
    ...always,
    ...(route.method === 'GET' && { ETag: ref('headers', 'ETag') }),
    ...(route.method === 'POST' && repeated),
  }
  const schema = withOptional(endpoint.secrets ?? [], writer.write(envelope, 'output'))
  const { content } = json(schema)
  const events = route.followed && { 'text/event-stream': { schema: { type: 'string', description: followed } } }
  return { description: endpoint.summary, headers, content: { ...content, ...events } }
}

const followed = `Where \`Accept\` prefers it: the reply as it is written, as Server-Sent Events whose \`data\` is JSON.

${Object.entries({
  '`message`': "the visitor's; of an action's result `result` in its place",
  '`reply.started {reply_id}`': 'the AI answers',
  '`reply.delta {reply_id, seq, text}`': 'the next piece of it, from 0',
  '`reply.retracted {reply_id, reason}`':
    'what was shown of it is void: `taken_over`, `closed`, `newer_message`, `replaced` or `failed`',
  '`handed_over {reason}`': 'people have the conversation now',
  '`citations {items}`': 'what the message after it rests on, each with `source_id`, `title`, `url` and `quote`',
  '`message` again': "the assistant's, as lists show it",
  '`done {outcome}`': `the last one: ${replyOutcomes.map((outcome) => `\`${outcome}\``).join(', ')}`,
})
  .map(([event, text]) => `- ${event}: ${text}`)
  .join('\n')}

A comment every 15 seconds keeps the connection open; after two minutes it ends with \`failed\`, and the reply comes all the same.`

/** Makes secrets optional in an answer's schema, because they are missing from a repeated answer. */
function withOptional(names: readonly string[], schema: JsonSchema): JsonSchema {
  if (names.length === 0) return schema
  const isOptional = (value: unknown) => typeof value === 'string' && names.includes(value)
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'required' && Array.isArray(value)) return value.filter((name) => !isOptional(name))
    if (key !== 'properties') return value
    const shown = Object.entries(value as Record<string, JsonSchema>).map(([name, property]) => [
      name,
      isOptional(name) ? { ...property, description: 'Shown once: a repeated answer is without it' } : property,
    ])
    return Object.fromEntries(shown)
  })
}

/** One response for each error status, with an example for each error code. */
function failures(endpoint: Endpoint, writer: Writer): JsonSchema {
  const entries = errorCodes(endpoint).map((code) => ({
    code,
    ...(errors[code] as { status: number; message: string }),
  }))
  if (endpoint.route.method !== 'GET') {
    // A body is parsed even if the operation takes none, so invalid JSON is an error there too.
    const code = 'validation_failed' as const
    entries.push(
      { code, status: 400, message: 'The request body is not valid JSON.' },
      { code, status: 413, message: 'The request is too large.' },
      { code, status: 415, message: 'This content type is not supported.' },
    )
  }
  const byStatus = Map.groupBy(entries, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => {
      const name = `${found.map(({ code }) => pascal(code)).join('Or')}${status < 401 || status > 409 ? status : ''}`
      writer.responses[name] ??= failure(status, found, writer)
      return [status, ref('responses', name)]
    }),
  )
}

const pascal = (code: string) => code.replace(/(^|_)(\w)/g, (_match, _gap, letter: string) => letter.toUpperCase())

function failure(status: number, found: { code: ErrorCode; message: string }[], writer: Writer): JsonSchema {
  const schema = status === 401 ? z.union([unauthenticatedBody, errorBody]) : errorBody
  return {
    description: found.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    headers: {
      ...always,
      Link: ref('headers', 'Link'),
      ...(REPEATABLE.includes(status) && repeated),
      ...(status === 429 && onLimit),
      ...((status === 503 || found.some(({ code }) => code === 'idempotency_in_progress')) && retryAfter),
    },
    ...json(
      writer.writePart(schema),
      Object.fromEntries(found.map(({ code, message }) => [code, { value: exampleOf(code, message) }])),
    ),
  }
}

/**
 * The body of an error answer as an operation sends it, as an example.
 * @param message where it is not the usual one of this code
 */
export function exampleOf(code: ErrorCode, message: string = errors[code].message): JsonSchema {
  if (code === 'unauthenticated') return { message }
  const special = message === errors[code].message ? exampleErrors[code] : undefined
  return { error: { code, message, details: [], ...special }, meta: { request_id: EXAMPLE_ID } }
}

const EXAMPLE_ID = '01993f5e-7c1a-7d2b-9e4f-0000000000c1'

const exampleErrors: { [Code in ErrorCode]?: { message?: string; details?: ErrorDetail[] } } = {
  insufficient_scope: { message: 'This action requires the conversation:create scope.' },
  conversation_conflict: { details: [{ field: 'chat_user_id', conversation_id: EXAMPLE_ID }] },
  validation_failed: { details: [{ field: 'content', message: 'The content field is required.' }] },
  subscription_limit_exceeded: { message: 'This is more text than the plan allows.' },
  premium_plan_required: { message: 'Human modes need the premium plan.' },
}

const json = (schema: JsonSchema, examples?: JsonSchema) => ({
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})
