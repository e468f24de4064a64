import { z } from 'zod'
import { type Endpoints, endpoints } from '#contract/index.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { sample, samples } from './sample.ts'

interface AnyEndpoint {
  route: Endpoints[PublicRouteName]['route']
  query?: z.ZodType
  body?: z.ZodType
  multipart?: z.ZodType
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/**
 * Command lines that call an endpoint, one for each kind of body. `baseUrl` ends in `/v1`; path parameters that are not
 * `known` become shell variables such as `$AGENT`.
 */
export function curlExamples(name: PublicRouteName, baseUrl: string, known: Record<string, string> = {}): string[] {
  const { route, body, multipart }: AnyEndpoint = endpoints[name]
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => known[key] ?? variable(key))
  const start = [
    `curl ${route.method === 'GET' ? '' : `-X ${route.method} `}"${baseUrl}${path}"`,
    '-H "Authorization: Bearer $BATON_API_KEY"',
  ]
  const json = body
    ? samples(jsonSchema(body)).map((value) => [
        ...start,
        "-H 'Content-Type: application/json'",
        `-d ${quote(JSON.stringify(value))}`,
      ])
    : []
  const form = multipart ? [[...start, ...formFields(multipart)]] : []
  const commands = json.length + form.length > 0 ? [...json, ...form] : [start]
  return commands.map((parts) => parts.join(' \\\n  '))
}

interface QueryParameter {
  name: string
  /** The values allowed, where the parameter is an enumeration. */
  values?: readonly unknown[]
}

export function queryParameters(name: PublicRouteName): QueryParameter[] {
  const { query }: AnyEndpoint = endpoints[name]
  if (!query) return []
  return Object.entries(jsonSchema(query).properties ?? {}).map(([key, schema]) => ({
    name: key,
    ...(typeof schema === 'object' && schema.enum && { values: schema.enum }),
  }))
}

/** Shell variable for a path parameter: `agent` → `$AGENT`, `taskId` → `$TASK_ID`. */
const variable = (key: string) => `$${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/** Puts a text in single quotes, except for variables, which the shell must expand: `'…'"$ID"'…'`. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replace(/\$[A-Z_]+/g, `'"$&"'`)}'`
}

function formFields(multipart: z.ZodType): string[] {
  const { properties = {}, required = [] } = jsonSchema(multipart)
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (key === 'file') return ['-F file=@handbook.pdf']
    return required.includes(key) && typeof schema === 'object' ? [`-F ${key}=${String(sample(schema, key))}`] : []
  })
}
