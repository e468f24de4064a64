import fc from 'fast-check'
import { z } from 'zod'

/** Keywords of JSON Schema. Generated values take all into account but `minimum` and `maximum`. */
interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
}

type Values = fc.Arbitrary<unknown>

const LONGEST = 40 // characters; the longest ordinary generated text
const uri = fc.constantFrom(
  'https://127.0.0.1:31999/',
  'http://127.0.0.1:31999/a?b=c#d',
  'http://127.0.0.1:31999/%zz',
  'HTTPS://127.0.0.1:31999/Ä',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/',
  'https://localhost:0/',
  'https://intranet/',
  'https://[::1]/',
  'javascript:alert(1)',
  '//127.0.0.1/',
  'https://',
  `https://127.0.0.1:31999/${'x'.repeat(2_024)}`,
)

/** Values that tend to break programs: wrong types, invalid or very long text, and syntax of other languages. */
const hostile: Values = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 1.5, 2 ** 53, '', ' ', [], {}, [null], [[]], { a: {} }),
  fc.constantFrom<unknown>('\0', 'a\0b', '\ud800', '\udfff', '\ufffe', '\u202e', '﷽'.repeat(300), '🏃'.repeat(256)),
  fc.constantFrom<unknown>("'; drop table agents; --", '%', '%_', '{{7*7}}', '../../etc/passwd', '\r\nX: y'),
  fc.constantFrom<unknown>('__proto__', 'constructor', '[object Object]', 'undefined', 'NaN', 'x'.repeat(60_000)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
)

/** Generates values for a schema: mostly valid ones, some at its limits, some of an entirely wrong type. */
export function valuesOf(schema: z.ZodType | undefined): Values {
  if (!schema) return fc.constant(undefined)
  return mixed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
}

function mixed(schema: Schema): Values {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile })
}

function fitting(schema: Schema): Values {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants && schema.type !== 'integer') return fc.oneof(...variants.map(fitting))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return strings(schema)
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(1, 100, 101, 2 ** 31, 9_999_999_999))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return arrays(schema)
    case 'object':
      return objects(schema)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function strings({ format, minLength = 0, maxLength = LONGEST }: Schema): Values {
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return uri
  const ordinary = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, LONGEST) })
  // Valid texts of more than 1,000 characters are left to other tests; here they would take most of the time.
  const longest = maxLength > 1_000 ? [] : ['x'.repeat(maxLength), '🏃'.repeat(maxLength)]
  const edges = [...longest, 'x'.repeat(maxLength + 1), ' x ']
  // common values, so that generated requests refer to the same things
  const again = fc.constantFrom('ana', 'leave_email')
  return fc.oneof(
    { weight: 12, arbitrary: ordinary },
    { weight: 3, arbitrary: again },
    { weight: 1, arbitrary: fc.constantFrom(...edges) },
  )
}

function arrays({ items = {}, minItems = 0, maxItems = 4 }: Schema): Values {
  const some = fc.array(mixed(items), { minLength: minItems, maxLength: Math.min(maxItems, Math.max(4, minItems)) })
  const over = fitting(items).map((item) => Array(maxItems + 1).fill(item))
  return fc.oneof({ weight: 20, arbitrary: some }, { weight: 1, arbitrary: over })
}

function objects({ properties = {}, required = [], additionalProperties }: Schema): Values {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const fields = Object.entries(properties).map(([name, schema]) => {
    const absent = fc.constant<unknown>(undefined)
    const weight = required.includes(name) ? 20 : 1
    return fc
      .oneof({ weight, arbitrary: mixed(schema) }, { weight: 1, arbitrary: absent })
      .map((value) => ({ [name]: value }))
  })
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "id2": null}')) },
  )
  return fc.tuple(extra, ...fields).map((parts) => Object.assign({}, ...parts))
}
