import type { Endpoint } from '#contract/endpoint.ts'
import { type WebhookEvent, webhookEvents } from '#contract/events.ts'
import { bodyExamples, sourceBodyExamples } from '#contract/examples.ts'
import { endpoints } from '#contract/index.ts'
import type { RateClass } from '#contract/limits.ts'
import { pathParameters, type Route } from '#contract/route.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { headerComponents, responsesOf } from './openapi-responses.ts'
import { createSchemaWriter, type JsonSchema, webhookBody } from './openapi-schemas.ts'

const description = `Manage AI agents, train them on your own material, hold conversations, and hear of replies.

Every request carries \`Authorization: Bearer <API key>\`. Keys are made in the dashboard and carry scopes.
Answers are JSON: \`data\` beside \`meta.request_id\`. Errors carry a machine-readable \`error.code\`.
Replies of the AI are asynchronous: poll the messages, or register a webhook endpoint.`

const tags = [
  { name: 'Agents', path: /\/agents(\/\{agent\})?$/, description: 'The agents of an organization' },
  { name: 'Sources', path: /\/(sources|training-jobs)/, description: 'What an agent knows' },
  { name: 'Crawls', path: /\/crawls/, description: 'Finding the pages of a website' },
  { name: 'Conversations', path: /\/conversations/, description: 'Talking with visitors, and taking over from the AI' },
  { name: 'Webhook endpoints', path: /\/webhook-endpoints/, description: 'Who is told of replies and hand-offs' },
  { name: 'AI models', path: /^\/ai-models/, description: 'What an agent can think with' },
]

const parameterComponents = {
  Page: query('page', { type: 'integer', minimum: 1, default: 1 }, 'Page number'),
  PerPage: query('per_page', { type: 'integer', minimum: 1, default: 25 }, 'Items a page; above 100 means 100'),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to send this again: within 24 hours the same key and body answer as they did first, with `Idempotent-Replayed: true`, and do nothing. What was shown once, a secret, is not in the repeated answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer: 304 when nothing has changed since',
    schema: { type: 'string' },
  },
}

/**
 * Makes the OpenAPI 3.1 document of the public API from the contract.
 * @param serverUrl base address of the API, `https://…/v1`
 * @param rateLimits requests per minute of each rate class
 */
export function openApiDocument(serverUrl: string, rateLimits: Record<RateClass, number>): JsonSchema {
  const writer = createSchemaWriter()
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of Object.values(endpoints) as unknown as Endpoint[]) {
    const route: Route = endpoint.route
    if (route.api !== 'public') continue
    paths[route.path] ??= {}
    Object.assign(paths[route.path] ?? {}, { [route.method.toLowerCase()]: operation(endpoint, writer, rateLimits) })
  }
  const webhooks = Object.fromEntries(
    Object.entries(webhookEvents).map(([name, summary]) => [name, webhook(name as WebhookEvent, summary, writer)]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Baton API',
      version: '1.0.0',
      description,
      contact: { name: 'The operator of this server', url: new URL('/', serverUrl).href },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `baton_` and 46 letters and digits' },
      },
      parameters: parameterComponents,
      headers: headerComponents,
      responses: Object.fromEntries(Object.entries(writer.responses).sort()),
      schemas: Object.fromEntries(Object.entries(writer.components).sort()),
    },
  }
}

function operation(endpoint: Endpoint, writer: Writer, rateLimits: Record<RateClass, number>): JsonSchema {
  const route: Route = endpoint.route
  const rate = route.rate ? `Rate class ${route.rate}: ${rateLimits[route.rate]} requests a minute.` : ''
  const requestBody = bodyOf(endpoint, writer)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Needs the scope \`${route.scope}\`. ${rate}`,
    tags: [tags.find(({ path }) => path.test(route.path))?.name],
    security: [{ apiKey: [route.scope] }],
    parameters: parametersOf(endpoint, writer),
    ...(requestBody && { requestBody }),
    responses: responsesOf(endpoint, writer),
  }
}

type Writer = ReturnType<typeof createSchemaWriter>

function query(name: string, schema: JsonSchema, description?: string): JsonSchema {
  return { name, in: 'query', ...(description && { description }), schema }
}

/** The schemas of the path parameters that are no UUID. */
const pathSchemas: Record<string, JsonSchema> = { taskId: { type: 'string' }, version: { type: 'integer', minimum: 1 } }

function parametersOf(endpoint: Endpoint, writer: Writer): JsonSchema[] {
  const route: Route = endpoint.route
  const reference = (name: keyof typeof parameterComponents) => ({ $ref: `#/components/parameters/${name}` })
  const path = pathParameters(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: pathSchemas[name] ?? { type: 'string', format: 'uuid' },
  }))
  const schema = endpoint.query ? writer.write(endpoint.query, 'input') : {}
  const queries = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, value]) => {
    if (name === 'page') return reference('Page')
    return name === 'per_page' ? reference('PerPage') : query(name, value)
  })
  const headers = { GET: [reference('IfNoneMatch')], POST: [reference('IdempotencyKey')], PATCH: [], DELETE: [] }
  return [...path, ...queries, ...headers[route.method]]
}

function bodyOf(endpoint: Endpoint, writer: Writer): JsonSchema | undefined {
  const content: Record<string, JsonSchema> = {}
  let required = false
  if (endpoint.body) {
    const schema = writer.write(endpoint.body, 'input')
    const example = bodyExamples[endpoint.name as PublicRouteName]
    const several = Object.entries(sourceBodyExamples).map(([name, value]) => [name, { value }])
    const examples = endpoint.name === 'createSource' && { examples: Object.fromEntries(several) }
    content['application/json'] = { schema, ...(example && { example }), ...examples }
    required = Array.isArray(schema.required) || 'oneOf' in schema || 'anyOf' in schema
  }
  if (endpoint.multipart) {
    const schema = writer.write(endpoint.multipart, 'input')
    // In OpenAPI 3.1 the bytes of a file have a media type but no JSON type.
    Object.assign(schema.properties ?? {}, { file: { contentMediaType: 'application/octet-stream' } })
    content['multipart/form-data'] = { schema }
  }
  return Object.keys(content).length > 0 ? { required, content } : undefined
}

function webhook(name: WebhookEvent, summary: string, writer: Writer): JsonSchema {
  const header = (header: string, text: string) => ({
    name: header,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  })
  return {
    post: {
      operationId: name,
      summary,
      description:
        'Signed as Standard Webhooks 1.0 has it. Any 2xx answer takes it; else it is sent again, ten times over three days.',
      security: [],
      parameters: [
        header('webhook-id', 'The same on every attempt'),
        header('webhook-timestamp', 'Unix seconds of this attempt'),
        header('webhook-signature', '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the secret'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: writer.writePart(webhookBody) } } },
      responses: {
        '2XX': { description: 'Taken' },
        410: { description: 'Not wanted any more: the endpoint is switched off' },
      },
    },
  }
}
