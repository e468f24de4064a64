import type { JsonSchema } from '../openapi-schemas.ts'

const MOST_DEPTH = 6

/**
 * The fields of a JSON schema as a nested list in Markdown, one line each: name, type, whether it may be missing, bounds
 * and description.
 * @param named the schemas to which references lead, by name
 */
export function fieldsOf(schema: JsonSchema, named: Record<string, JsonSchema>): string {
  return lines(schema, named, 0).join('\n').trim()
}

function lines(schema: JsonSchema, named: Record<string, JsonSchema>, depth: number): string[] {
  const { properties, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  const choices = (schema.oneOf ?? (properties ? undefined : schema.anyOf)) as JsonSchema[] | undefined
  if (choices && choices.length > 1 && depth === 0)
    return choices.flatMap((choice, index) => [...(index > 0 ? ['', 'or'] : []), '', ...lines(choice, named, depth)])
  return Object.entries(properties ?? {}).flatMap(([name, value]) => {
    const inner = innerOf(value, named)
    const optional = required.includes(name) ? '' : ', optional'
    const described = value.description ? `: ${value.description}` : ''
    const line = `${'  '.repeat(depth)}- \`${name}\` (${typeOf(value, named)}${optional}${boundsOf(value)})${described}`
    return [line, ...(inner && depth < MOST_DEPTH ? lines(inner, named, depth + 1) : [])]
  })
}

const resolve = (schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema =>
  typeof schema.$ref === 'string' ? named[schema.$ref.split('/').at(-1)!]! : schema

/** The schema whose fields are listed below a field: its own, or that of its items. */
function innerOf(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema | undefined {
  const own = resolve(schema, named)
  if (own.properties) return own
  if (own.items) return innerOf(own.items as JsonSchema, named)
  const [one] = ((own.anyOf ?? []) as JsonSchema[]).filter(({ type }) => type !== 'null')
  return one && innerOf(one, named)
}

function typeOf(schema: JsonSchema, named: Record<string, JsonSchema>): string {
  const own = resolve(schema, named)
  const choices = (own.anyOf ?? own.oneOf) as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, named)))].join(' or ')
  if (own.const !== undefined) return `\`${String(own.const)}\``
  if (Array.isArray(own.enum)) return own.enum.map((value) => `\`${String(value)}\``).join(' or ')
  if (own.type === 'array') return `array of ${typeOf(own.items as JsonSchema, named)}`
  if (own.contentMediaType !== undefined) return 'file'
  return String(own.format ?? (Array.isArray(own.type) ? own.type.join(' or ') : (own.type ?? 'any')))
}

function boundsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  const bound = (least: unknown, most: unknown, of: string) => {
    if (most === undefined || Math.abs(Number(most)) >= Number.MAX_SAFE_INTEGER) return ''
    return `, ${least ? `${least} to ` : 'at most '}${most}${of}`
  }
  return bound(minLength, maxLength, ' characters') + bound(minimum, maximum, '') + bound(minItems, maxItems, ' items')
}
