import type { z } from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

const byName: Record<string, string> = {
  name: 'Support',
  description: 'Answers questions about orders.',
  title: 'Opening hours',
  content: 'When do you open on Saturdays?',
  question: 'When do you open?',
  answer: 'At nine, on weekdays.',
  email: 'visitor@example.com',
  chat_user_id: 'visitor-42',
  identity_token: '$IDENTITY_TOKEN',
}

const byFormat: Record<string, string> = { uri: 'https://example.com/help', uuid: '$ID', date: '2030-12-31' }

/** An example value for a JSON schema; of an object its required properties, or the first one. */
export function sample(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [branch] = branchesOf(schema)
  if (branch) return sample(branch, name)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const required = properties.filter(([key]) => schema.required?.includes(key))
      const shown = required.length > 0 ? required : properties.slice(0, 1)
      return Object.fromEntries(shown.map(([key, value]) => [key, sample(value as Schema, key)]))
    }
    case 'array':
      return schema.items ? [sample(schema.items as Schema, name)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    default:
      return byFormat[schema.format ?? ''] ?? byName[name] ?? 'text'
  }
}

/** Makes one example for each kind of body that a schema allows. */
export function samples(schema: Schema): unknown[] {
  const branches = branchesOf(schema)
  return branches.length > 0 ? branches.map((branch) => sample(branch)) : [sample(schema)]
}

/** The alternatives of a schema, each merged with what they have in common. */
function branchesOf({ anyOf, oneOf, ...common }: Schema): Schema[] {
  return (anyOf ?? oneOf ?? []).map((branch) => ({ ...common, ...(branch as Schema) }))
}
