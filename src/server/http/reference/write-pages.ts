import { curlExamples } from '#contract/curl.ts'
import { errors } from '#contract/errors.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { exampleOf } from '../openapi-responses.ts'
import type { JsonSchema } from '../openapi-schemas.ts'
import { errorHelp, operationsWith, type PublicErrorCode, publicErrorCodes } from './error-help.ts'
import { fieldsOf } from './fields.ts'

/** The parts of an operation of the OpenAPI document that a page shows. */
interface Operation {
  operationId: PublicRouteName
  summary: string
  description: string
  tags: [string]
  parameters: JsonSchema[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, JsonSchema>
}

interface Document {
  info: { title: string; description: string }
  servers: [{ url: string }]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { summary: string; description: string; parameters: JsonSchema[] } }>
  components: Record<string, Record<string, JsonSchema>>
}

/**
 * Writes the API reference as Markdown from the OpenAPI document.
 * @returns each page by its path below the server's address
 */
export function writePages(openApi: JsonSchema): Map<string, string> {
  const document = openApi as unknown as Document
  const pages = new Map([
    ['/llms.txt', index(document)],
    ['/docs/webhooks.md', webhooks(document)],
  ])
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      pages.set(`/docs/${operation.operationId}.md`, operationPage(document, method.toUpperCase(), path, operation))
  for (const code of publicErrorCodes) pages.set(`/docs/errors/${code}.md`, errorPage(code))
  return pages
}

function index({ info, servers, tags, paths }: Document): string {
  const operations = Object.values(paths).flatMap(Object.values) as Operation[]
  const groups = tags.flatMap(({ name, description }) => [
    `## ${name}\n\n${description}.`,
    operations
      .filter((operation) => operation.tags[0] === name)
      .map(({ operationId, summary }) => `- [${operationId}](/docs/${operationId}.md): ${summary}`)
      .join('\n'),
  ])
  return page(
    `# ${info.title}`,
    `> ${info.description.replaceAll('\n', '\n> ')}`,
    `Base address: ${servers[0].url}. The whole as an OpenAPI 3.1 document: [openapi.json](/v1/openapi.json).`,
    ...groups,
    '## Webhooks\n\n- [Webhooks](/docs/webhooks.md): what is sent, how it is signed, when it is sent again',
    `## Errors\n\n${publicErrorCodes.map((code) => `- [${code}](/docs/errors/${code}.md): ${errors[code].message}`).join('\n')}`,
  )
}

function operationPage(document: Document, method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map((parameter) => resolved(document, parameter))
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!
  const answer = mediaOf(success[1], 'application/json')
  const events = mediaOf(success[1], 'text/event-stream')
  const codes = publicErrorCodes.filter((code) => operationsWith(code).includes(operation.operationId))
  const commands = curlExamples(operation.operationId, document.servers[0].url)
  return page(
    `# ${operation.operationId}`,
    `${operation.summary}.`,
    `\`${method} ${new URL(document.servers[0].url).pathname}${path}\``,
    operation.description.trim(),
    parameters.length > 0 && `## Parameters\n\n${parameters.map(parameterLine).join('\n')}`,
    ...bodies(document, operation),
    `## Example\n\n${commands.map((command) => `\`\`\`sh\n${command}\n\`\`\``).join('\n\n')}`,
    `## Answer\n\nStatus ${success[0]}${answer ? '.' : ', without a body.'}`,
    answer && fieldsOf(answer.schema as JsonSchema, document.components.schemas!),
    events && `## Answer as text/event-stream\n\n${(events.schema as JsonSchema).description}`,
    `## Errors\n\n${codes.map((code) => `- [${code}](/docs/errors/${code}.md) (${errors[code].status}): ${errors[code].message}`).join('\n')}`,
  )
}

function bodies({ components }: Document, { requestBody }: Operation): string[] {
  return Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `## Body as ${type}\n\n${fieldsOf(schema, components.schemas!)}`,
  )
}

function webhooks({ webhooks, components }: Document): string {
  const [first] = Object.values(webhooks)
  return page(
    '# Webhooks',
    first!.post.description,
    Object.entries(webhooks)
      .map(([name, { post }]) => `- \`${name}\`: ${post.summary}`)
      .join('\n'),
    `## Headers\n\n${first!.post.parameters.map(parameterLine).join('\n')}`,
    `## Body\n\n${fieldsOf(components.schemas!.Webhook!, components.schemas!)}`,
  )
}

function errorPage(code: PublicErrorCode): string {
  const { means, mend } = errorHelp[code]
  const { status, message } = errors[code]
  return page(
    `# ${code}`,
    `Status ${status}: ${message}`,
    `## What it means\n\n${means}`,
    `## What to do\n\n${mend}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(exampleOf(code), null, 2)}\n\`\`\``,
    `## Who answers it\n\n${operationsWith(code)
      .map((name) => `- [${name}](/docs/${name}.md)`)
      .join('\n')}`,
  )
}

function parameterLine(parameter: JsonSchema): string {
  const { name, required, description, schema } = parameter as { name: string; required?: boolean } & JsonSchema
  const { format, type, default: usual } = schema as Record<string, unknown>
  const words = [String(parameter.in), String(format ?? type ?? 'string'), required ? 'required' : 'optional']
  const more = [description, usual !== undefined && `Default: ${String(usual)}`].filter(Boolean).join('. ')
  return `- \`${name}\` (${words.join(', ')})${more ? `: ${more}` : ''}`
}

/** What a reference to a component stands for; anything else as it is. */
function resolved({ components }: Document, value: JsonSchema): JsonSchema {
  if (typeof value.$ref !== 'string') return value
  const [kind, name] = value.$ref.split('/').slice(-2) as [string, string]
  return components[kind]![name]!
}

const mediaOf = (response: JsonSchema, type: string): JsonSchema | undefined =>
  (response.content as Record<string, JsonSchema> | undefined)?.[type]

const page = (...parts: (string | false | undefined)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`
