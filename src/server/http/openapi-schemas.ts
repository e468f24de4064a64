import { z } from 'zod'
import { messageAction } from '#contract/actions.ts'
import { agent } from '#contract/agents.ts'
import { aiModel } from '#contract/ai-models.ts'
import { conversation, message } from '#contract/conversations.ts'
import { crawlTask } from '#contract/crawls.ts'
import { heldForReasons } from '#contract/enums.ts'
import { errors } from '#contract/errors.ts'
import { webhookEventNames } from '#contract/events.ts'
import { timestamp } from '#contract/fields.ts'
import { listLinks, listMeta, requestMeta } from '#contract/pagination.ts'
import { source, trainingJob } from '#contract/sources.ts'
import { webhookEndpoint } from '#contract/webhooks.ts'
import { schemaExamples } from './openapi-examples.ts'

export type JsonSchema = Record<string, unknown>

const code = z.enum(Object.keys(errors) as [string, ...string[]])

const detail = z.object({
  field: z.string().meta({ description: 'Dotted: `questions.0.answer`' }),
  message: z.string().optional(),
  conversation_id: z.uuid().optional().meta({ description: 'With `conversation_conflict`: the one that is open' }),
})

/** The body of every error answer but `unauthenticated`. */
export const errorBody = z.object({
  error: z.object({ code, message: z.string(), details: z.array(detail) }),
  meta: requestMeta,
})

/** The body of the answer to a missing, malformed, unknown or revoked API key. */
export const unauthenticatedBody = z.object({ message: z.string() })

export const webhookBody = z.object({
  type: z.enum(webhookEventNames),
  timestamp,
  data: z.object({
    agent_id: z.uuid(),
    conversation,
    message: message.optional().meta({ description: 'Only with `public_api_message_created`' }),
    reason: z
      .enum(heldForReasons)
      .optional()
      .meta({ description: 'Only with `public_api_human_handoff`: why people have the conversation now' }),
    sequence: z.int().min(1).meta({ description: "Counts the conversation's webhook events from 1" }),
  }),
})

/** The schemas that get a name of their own in the document. */
export const named = {
  AiModel: aiModel,
  Agent: agent,
  Source: source,
  TrainingJob: trainingJob,
  CrawlTask: crawlTask,
  Conversation: conversation,
  Message: message,
  MessageAction: messageAction,
  WebhookEndpoint: webhookEndpoint,
  Webhook: webhookBody,
  RequestMeta: requestMeta,
  ListMeta: listMeta,
  ListLinks: listLinks,
  Error: errorBody,
  Unauthenticated: unauthenticatedBody,
} satisfies Record<string, z.ZodType>

const names = new Map<z.ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]))

/** Makes a writer that converts schemas to JSON Schema 2020-12 and collects those with names. */
export function createSchemaWriter() {
  const components: Record<string, JsonSchema> = {}
  const responses: Record<string, JsonSchema> = {}

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _dialect,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io,
      metadata: namedMetadata,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema as JsonSchema),
    })
    for (const [name, definition] of Object.entries($defs)) {
      if (isAnyJson(name)) continue
      const example = schemaExamples[name as keyof typeof schemaExamples]
      components[name] = pointAtComponents({ ...definition, ...(example && { examples: [example] }) })
    }
    return pointAtComponents(own)
  }

  /** Writes a schema as part of another one: by reference if it has a name. */
  function writePart(schema: z.ZodType): JsonSchema {
    const { properties } = write(z.object({ part: schema }), 'output')
    return (properties as { part: JsonSchema }).part
  }

  return { components, responses, write, writePart }
}

/** The metadata of each schema, with the schema's name as its id. */
const namedMetadata = {
  get: (schema: z.ZodType) => {
    const meta = z.globalRegistry.get(schema)
    const id = names.get(schema)
    return id ? { ...meta, id } : meta
  },
  has: (schema: z.ZodType) => names.has(schema) || z.globalRegistry.has(schema),
} as unknown as typeof z.globalRegistry

/** Removes keywords that repeat what the format or type already says, or are of no use in this document. */
function simplify(schema: JsonSchema): void {
  if (schema.format === 'uuid' || schema.format === 'date-time') delete schema.pattern
  if (schema.type === 'integer') delete schema.anyOf
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  delete schema.propertyNames
  // Answers may gain fields in later versions.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.id
}

/** Whether this is the schema of any JSON value. It is written empty: generators can't use a recursive type. */
const isAnyJson = (definition: string) => definition.startsWith('__schema')

function pointAtComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value?.$ref !== 'string') return value
    const name = value.$ref.replace('#/$defs/', '')
    return isAnyJson(name) ? {} : { ...value, $ref: `#/components/schemas/${name}` }
  })
}
