type Schema = Record<string, unknown>

/** What differs between two OpenAPI documents for a program written against the first one, a sentence each. */
export interface ApiChanges {
  /** What a program written against the first document may trip over. */
  breaks: string[]
  /** What is new and harms no program that ignores what it does not know. */
  additions: string[]
}

/** Whether the server reads a value or writes it, which decides what may change about it. */
type Direction = 'taken' | 'answered'

/**
 * Compares two OpenAPI documents as our own generator writes them: operations, parameters, bodies, answers and webhooks.
 * Descriptions and examples do not count.
 */
export function changesBetween(before: Schema, after: Schema): ApiChanges {
  const found: ApiChanges = { breaks: [], additions: [] }
  const whole = (document: Schema) => resolved(document, document) as Schema
  const [old, now] = [whole(before), whole(after)]
  eachPair(operationsOf(old), operationsOf(now), (name, was, is) => {
    if (!was) found.additions.push(`${name} is new`)
    else if (!is) found.breaks.push(`${name} is gone`)
    else compareOperation(name, was, is, found)
  })
  return found
}

function operationsOf({ paths, webhooks }: Schema): Map<string, Schema> {
  const all = { ...(paths as Record<string, Schema>), ...(webhooks as Record<string, Schema>) }
  return new Map(
    Object.values(all)
      .flatMap((methods) => Object.values(methods) as Schema[])
      .map((operation) => [String(operation.operationId), operation]),
  )
}

function compareOperation(name: string, was: Schema, is: Schema, found: ApiChanges): void {
  const isWebhook = Array.isArray(was.security) && was.security.length === 0
  eachPair(parametersOf(was), parametersOf(is), (parameter, one, other) => {
    const place = `${name}: ${parameter}`
    if (one && !other) found.breaks.push(`${place} is gone`)
    else if (!one) (other!.required ? found.breaks : found.additions).push(`${place} is new`)
    else compareSchema(place, one.schema as Schema, other!.schema as Schema, 'taken', found)
  })
  eachPair(contentOf(was.requestBody), contentOf(is.requestBody), (type, one, other) => {
    const place = isWebhook ? name : `${name}: body`
    if (!one) found.additions.push(`${place} may be ${type}`)
    else if (!other) found.breaks.push(`${place} may no longer be ${type}`)
    else compareSchema(place, one.schema as Schema, other.schema as Schema, isWebhook ? 'answered' : 'taken', found)
  })
  eachPair(entriesOf(was.responses), entriesOf(is.responses), (status, one, other) => {
    if (!one) found.additions.push(`${name} may answer ${status}`)
    else if (!other) found.breaks.push(`${name} no longer answers ${status}`)
    else
      eachPair(contentOf(one), contentOf(other), (type, old, now) => {
        if (!old) found.additions.push(`${name} may answer ${status} as ${type}`)
        else if (!now) found.breaks.push(`${name} no longer answers ${status} as ${type}`)
        else if (status.startsWith('2'))
          compareSchema(`${name}: answer`, old.schema as Schema, now.schema as Schema, 'answered', found)
      })
  })
}

function compareSchema(place: string, was: Schema, is: Schema, direction: Direction, found: ApiChanges): void {
  const choices = (schema: Schema) => ((schema.oneOf ?? schema.anyOf) as Schema[] | undefined) ?? [schema]
  if (choices(was).length > 1 || choices(is).length > 1) {
    const fits = (one: Schema, other: Schema) => {
      const between: ApiChanges = { breaks: [], additions: [] }
      compareSchema(place, one, other, direction, between)
      return between
    }
    // Each choice is compared with the one it fits best, as choices have no names.
    for (const one of choices(was)) {
      const best = choices(is)
        .map((other) => fits(one, other))
        .sort((a, b) => a.breaks.length - b.breaks.length || a.additions.length - b.additions.length)[0]!
      found.breaks.push(...best.breaks)
      if (best.breaks.length === 0) found.additions.push(...best.additions)
    }
    const more = choices(is).length - choices(was).length
    if (more > 0) (direction === 'answered' ? found.breaks : found.additions).push(`${place} has ${more} more forms`)
    return
  }
  compareTypes(place, was, is, direction, found)
  compareBounds(place, was, is, direction, found)
  const required = (schema: Schema, name: string) => ((schema.required ?? []) as string[]).includes(name)
  eachPair(entriesOf(was.properties), entriesOf(is.properties), (name, one, other) => {
    const field = `${place}.${name}`
    if (one && !other) return void found.breaks.push(`${field} is gone`)
    if (!one) {
      const isDemanded = direction === 'taken' && required(is, name)
      return void (isDemanded ? found.breaks : found.additions).push(`${field} is new`)
    }
    if (direction === 'taken' && required(is, name) && !required(was, name))
      found.breaks.push(`${field} must be sent now`)
    if (direction === 'answered' && required(was, name) && !required(is, name))
      found.breaks.push(`${field} may be missing now`)
    compareSchema(field, one, other!, direction, found)
  })
  if (was.items && is.items) compareSchema(`${place}[]`, was.items as Schema, is.items as Schema, direction, found)
}

/** Types and listed values: what is taken may only grow; of what is answered, a listed value more is an addition. */
function compareTypes(place: string, was: Schema, is: Schema, direction: Direction, found: ApiChanges): void {
  const types = ({ type }: Schema) => new Set([type].flat().filter((one) => one !== undefined) as string[])
  const lost = [...types(was)].filter((type) => !types(is).has(type))
  const gained = [...types(is)].filter((type) => !types(was).has(type))
  const wrong = direction === 'taken' ? lost : gained
  if (wrong.length > 0)
    found.breaks.push(`${place} is ${[...types(is)].join(' or ')} instead of ${[...types(was)].join(' or ')}`)
  const values = (schema: Schema) =>
    (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[]
  const [old, now] = [values(was), values(is)]
  if (!old || !now) {
    if ((direction === 'taken' && now) || (direction === 'answered' && old && !now))
      found.breaks.push(`${place} ${now ? 'takes only listed values now' : 'is no longer one of listed values'}`)
    return
  }
  for (const value of now.filter((one) => !old.includes(one)))
    found.additions.push(`${place} may be \`${String(value)}\``)
  if (direction === 'taken')
    for (const value of old.filter((one) => !now.includes(one)))
      found.breaks.push(`${place} may no longer be \`${String(value)}\``)
}

function compareBounds(place: string, was: Schema, is: Schema, direction: Direction, found: ApiChanges): void {
  if (direction === 'answered') return
  for (const bound of ['maxLength', 'maximum', 'maxItems'])
    if (is[bound] !== undefined && Number(is[bound]) < Number(was[bound] ?? Number.POSITIVE_INFINITY))
      found.breaks.push(`${place} takes at most ${is[bound]} (${bound}) now`)
  for (const bound of ['minLength', 'minimum', 'minItems'])
    if (Number(is[bound] ?? 0) > Number(was[bound] ?? 0))
      found.breaks.push(`${place} takes at least ${is[bound]} (${bound}) now`)
}

const entriesOf = (object: unknown): Map<string, Schema> =>
  new Map(Object.entries((object ?? {}) as Record<string, Schema>))

const contentOf = (holder: unknown): Map<string, Schema> => entriesOf((holder as Schema | undefined)?.content)

const parametersOf = ({ parameters }: Schema): Map<string, Schema> =>
  new Map(((parameters ?? []) as Schema[]).map((one) => [`${one.in} ${one.name}`, one]))

function eachPair<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  look: (name: string, was: T | undefined, is: T | undefined) => void,
): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) look(name, before.get(name), after.get(name))
}

/** A copy of a part of a document in which each reference is replaced by what it stands for. */
function resolved(part: unknown, document: Schema): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref } = part as { $ref?: unknown }
  if (typeof $ref === 'string') {
    const names = $ref.split('/').slice(1)
    return resolved(
      names.reduce((at, name) => (at as Schema)[name], document as unknown),
      document,
    )
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, document)]))
}
