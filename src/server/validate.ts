import type { z } from 'zod'
import type { ErrorDetail } from '#contract/errors.ts'
import { AppError, sentence } from './errors.ts'

type Issue = z.core.$ZodRawIssue

const formats: Record<string, string> = {
  uuid: 'must be a UUID',
  email: 'must be a valid e-mail address',
  datetime: 'must be an ISO 8601 time',
  date: 'must be a date (YYYY-MM-DD)',
  url: 'must be a valid URL',
}

/** JSON's names for types whose name in the schema differs. */
const plainTypes: Record<string, string> = { int: 'integer', record: 'object' }

const article = (word: string) => (/^[aeio]/.test(word) ? `an ${word}` : `a ${word}`)

/** Completes «The … field» for a problem for which the schema has no message of its own. */
function describe(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${article(plainTypes[issue.expected] ?? issue.expected)}`
    case 'too_small':
      if (issue.origin === 'number') return `must be at least ${issue.minimum}`
      return `must have at least ${count(Number(issue.minimum), issue.origin === 'array' ? 'item' : 'character')}`
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} items`
        : `must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return formats[issue.format]
    case 'invalid_union':
      if (issue.input === undefined) return 'is required'
      if (issue.note === 'No matching discriminator') return 'is missing or not one of the known types'
      return 'is not valid'
    case 'unrecognized_keys':
      return `must not have ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    default:
      return undefined
  }
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** The most specific problems of an issue; of a union, those of the alternative that matched furthest. */
function flatten(issue: z.core.$ZodIssue, path: PropertyKey[] = []): ErrorDetail[] {
  const here = [...path, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const deepest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]!
    if (deepest.length > 0) return deepest.flatMap((inner) => flatten(inner, here))
  }
  const field = here.map(String).join('.')
  return [{ field, message: sentence(field, issue.message) }]
}

const depth = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))

/** @throws AppError 422 `validation_failed` with one detail per problem, whose `field` is a dotted path */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, problems } = tryParse(schema, value)
  if (problems) throw new AppError('validation_failed', { details: problems })
  return data
}

/** Parses like `parse`, and returns the problems instead of throwing them. */
export function tryParse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema>; problems?: never } | { data?: never; problems: ErrorDetail[] } {
  const result = schema.safeParse(value, { error: describe })
  if (result.success) return { data: result.data }
  return { problems: result.error.issues.flatMap((issue) => flatten(issue)) }
}
