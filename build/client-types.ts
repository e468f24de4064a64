import type { z } from 'zod'
import { heldForReasons } from '#contract/enums.ts'
import { errors } from '#contract/errors.ts'
import { listLinks, listMeta } from '#contract/pagination.ts'
import { replyOutcomes, replyStream } from '#contract/reply-stream.ts'
import { pathParameters } from '#contract/route.ts'
import { createSchemaWriter, type JsonSchema } from '../src/server/http/openapi-schemas.ts'
import { namedOperations, type PublicEndpoint } from './client-operations.ts'

type Writer = ReturnType<typeof createSchemaWriter>

/** Writes the types of all operations as a TypeScript declaration that needs no other package. */
export function operationTypes(): string {
  const writer = createSchemaWriter()
  const resources = Map.groupBy(namedOperations(), ({ resource }) => resource)
  const operations = [...resources].map(([resource, of]) => {
    const methods = of.flatMap(({ verb, endpoint }) => methodsOf(verb, endpoint, writer))
    return `  ${resource}: {\n${methods.map((line) => `    ${line}\n`).join('')}  }\n`
  })
  const events = Object.entries(replyStream).map(
    ([type, schema]) => `  | { type: '${type}'; data: ${typeOf(writer.writePart(schema as z.ZodType))} }\n`,
  )
  for (const schema of [listLinks, listMeta]) writer.writePart(schema)
  const named = Object.entries(writer.components).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  return [
    "import type { RequestOptions } from './options.js'\n",
    ...named,
    `export type ErrorCode = ${union(Object.keys(errors))}\n`,
    'export type ErrorDetail = { field: string; message: string } | { field: string; conversation_id: string }\n',
    `export type HandoffReason = ${union(heldForReasons)}\n`,
    `export type ReplyOutcome = ${union(replyOutcomes)}\n`,
    `/** What comes in the stream of a reply, in order; \`done\` is the last. */\nexport type ReplyEvent =\n${events.join('')}`,
    "export type Citation = Extract<ReplyEvent, { type: 'citations' }>['data']['items'][number]\n",
    '/** One page of a list; the links carry `page` alone. */\nexport interface Page<Item> {\n  data: Item[]\n  links: ListLinks\n  meta: ListMeta\n}\n',
    `/** Every operation of the public API: \`agents.list\`, \`messages.send\` and so on. */\nexport interface Operations {\n${operations.join('')}}\n`,
  ].join('\n')
}

function methodsOf(
  verb: string,
  { summary, route, query, body, multipart, data, paginated }: PublicEndpoint,
  writer: Writer,
) {
  const ids = pathParameters(route.path).map((name) => `${name}: string`)
  const bodies = [body, multipart].flatMap((schema) => (schema ? [writer.write(schema, 'input')] : []))
  const needsBody = bodies.some(({ required, oneOf, anyOf }) => required ?? oneOf ?? anyOf)
  const args = [
    ...ids,
    ...(bodies.length > 0 ? [`body${needsBody ? '' : '?'}: ${bodies.map(typeOf).join(' | ')}`] : []),
    ...(query && !body ? [`query?: ${typeOf(writer.write(query, 'input'))}`] : []),
    'options?: RequestOptions',
  ].join(', ')
  const answer = data ? typeOf(writer.writePart(data)) : 'undefined'
  const item = answer.replace(/\[\]$/, '')
  return [
    `/** ${summary}. */`,
    `${verb}(${args}): Promise<${paginated ? `Page<${item}>` : answer}>`,
    ...(paginated ? ['/** The same, through all pages. */', `all(${args}): AsyncIterableIterator<${item}>`] : []),
    ...(route.followed
      ? ['/** The same, with the reply as it is written. */', `stream(${args}): AsyncIterableIterator<ReplyEvent>`]
      : []),
  ]
}

const union = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')

/** The TypeScript type of a JSON Schema of the OpenAPI document. */
function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (Array.isArray(either) && !('properties' in schema)) return either.map(typeOf).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'array': {
      const item = typeOf((schema.items ?? {}) as JsonSchema)
      return /[ {]/.test(item) ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectOf(schema)
    case 'integer':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case undefined:
      return 'unknown'
    default:
      return String(schema.type)
  }
}

function objectOf({ properties, required, additionalProperties }: JsonSchema): string {
  if (!properties) return `Record<string, ${typeOf((additionalProperties ?? {}) as JsonSchema)}>`
  const needed = (required ?? []) as string[]
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, value]) => {
    const note = value.description ? `/** ${value.description} */ ` : ''
    return `${note}${name}${needed.includes(name) ? '' : '?'}: ${typeOf(value)}`
  })
  return `{ ${fields.join('; ')} }`
}
