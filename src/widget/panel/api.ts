import type { ErrorDetail } from '#contract/errors.ts'
import type { Data, Input } from '#contract/index.ts'
import { basePaths, type Route } from '#contract/route.ts'
import type { WidgetRouteName } from '#contract/routes.ts'
import { widgetRoutes } from '#contract/widget-routes.ts'

const TIMEOUT_MS = 20_000

/**
 * An error answer, or none at all (`status` 0). Its message is left out, as the panel speaks the visitor's language.
 */
export class Refusal extends Error {
  readonly status: number
  /** In how many seconds to try again, if the server says so. */
  readonly retryAfter: number | undefined
  /** The fields of the request that the server refuses, as dotted paths. */
  readonly fields: readonly string[]

  constructor(status: number, retryAfter?: number, fields: readonly string[] = []) {
    super(`The server answered with ${status}.`)
    this.status = status
    this.retryAfter = retryAfter
    this.fields = fields
  }

  get passes(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** @throws Refusal if the server answers with an error, not in time, or can't be reached */
export async function call<Name extends WidgetRouteName>(
  name: Name,
  input: Input<Name>,
  token?: string,
): Promise<Data<Name>> {
  const route: Route = widgetRoutes[name]
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  const answer = await fetch(`${basePaths.widget}${path}${search && `?${search}`}`, {
    method: route.method,
    credentials: 'omit',
    cache: 'no-cache', // a cached answer is revalidated, so that a change of the look shows at once
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Refusal(0)
  })
  const content = await answer.json().catch(() => undefined)
  if (answer.ok) return content?.data
  const details: ErrorDetail[] = content?.error?.details ?? []
  const fields = details.map(({ field }) => field)
  throw new Refusal(answer.status, Number(answer.headers.get('Retry-After')) || undefined, fields)
}
