import { z } from 'zod'
import { endpoints } from '#contract/index.ts'
import type { PublicRouteName } from '#contract/routes.ts'

interface QueryParameter {
  name: string
  /** The values allowed, where the parameter is an enumeration. */
  values?: readonly unknown[]
}

export function queryParameters(name: PublicRouteName): QueryParameter[] {
  const { query }: { route: object; query?: z.ZodType } = endpoints[name]
  if (!query) return []
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([key, schema]) => ({
    name: key,
    ...(typeof schema === 'object' && schema.enum && { values: schema.enum }),
  }))
}
