import { type ModelAccountErrorCode, providerNames } from '#contract/model-enums.ts'
import { OutboundError, type OutboundErrorCode, toOutboundError } from '../outbound/errors.ts'
import { SecretUnreadable } from '../secrets/secrets.ts'
import type { ProviderAccount } from './provider-account.ts'

/** Why an account can't be used, with a sentence for people that says what to do and holds nothing that a provider wrote. */
export interface ProviderProblem {
  code: ModelAccountErrorCode
  message: string
}

/** An answer of a provider that is none, as the AI SDK's errors tell of it, too. */
export class ProviderRefusal extends Error {
  readonly statusCode: number
  readonly responseBody: string

  constructor(statusCode: number, responseBody: string) {
    super(`The provider answered with status ${statusCode}.`)
    this.statusCode = statusCode
    this.responseBody = responseBody
  }
}

const DEEPEST_CAUSE = 8

const codes: Record<OutboundErrorCode, ModelAccountErrorCode> = {
  blocked: 'address_forbidden',
  timeout: 'timed_out',
  aborted: 'timed_out',
  unknown_host: 'host_not_found',
  dns: 'host_not_found',
  connection: 'connection_refused',
  tls: 'certificate_invalid',
  too_large: 'not_compatible',
  too_many_redirects: 'not_compatible',
  bad_response: 'not_compatible',
}

/**
 * Why a provider could not be used, by what was thrown.
 * @param asked `models` if its models were to be listed, which every provider knows how to do; otherwise a reply
 */
export function problemOf(
  error: unknown,
  { provider, baseUrl }: Pick<ProviderAccount, 'provider' | 'baseUrl'>,
  asked: 'models' | 'reply' = 'reply',
): ProviderProblem {
  const host = URL.parse(baseUrl)?.host ?? baseUrl
  const who = provider === 'openai_compatible' ? host : providerNames[provider]
  for (const cause of causesOf(error)) {
    if (cause instanceof SecretUnreadable) return { code: cause.code, message: cause.message }
    if (cause instanceof OutboundError) return { code: codes[cause.code], message: cause.message }
    const { name, statusCode, responseBody, code } = cause as Partial<ProviderRefusal> & { code?: unknown }
    if (statusCode !== undefined && statusCode >= 300) {
      const found = byStatus(statusCode, responseBody ?? '', asked)
      return { code: found, message: sentences[found](who) }
    }
    if (name === 'TimeoutError' || name === 'AbortError')
      return { code: 'timed_out', message: sentences.timed_out(who) }
    if (typeof code === 'string' && /^[A-Z_]{4,}$/.test(code)) {
      const known = toOutboundError(cause, host)
      return { code: codes[known.code], message: known.message }
    }
  }
  return { code: 'not_compatible', message: sentences.not_compatible(who) }
}

function* causesOf(error: unknown): Generator<Error> {
  let cause = error
  for (let depth = 0; depth < DEEPEST_CAUSE && cause instanceof Error; depth += 1) {
    yield cause
    // After its retries, the AI SDK throws an error that holds the last one.
    cause = (cause as { lastError?: unknown }).lastError ?? cause.cause
  }
}

function byStatus(status: number, body: string, asked: 'models' | 'reply'): keyof typeof sentences {
  if (status === 401) return 'key_refused'
  // Google and some others refuse a key with 400, and Anthropic an account without money.
  if (status === 400 && /api[ _]?key/i.test(body)) return 'key_refused'
  if (status === 402 || status === 429 || (status === 400 && /credit balance|billing/i.test(body)))
    return 'quota_exhausted'
  if (status === 403) return 'no_permission'
  if (status === 404 && asked === 'reply') return 'model_not_found'
  if (status === 408 || status >= 500) return 'timed_out'
  return 'not_compatible'
}

const sentences = {
  key_refused: (who: string) => `${who} refuses this key. Copy it again, or make a new one there.`,
  no_permission: (who: string) =>
    `${who} does not let this key do that. Allow it to list and use models, or use another key.`,
  quota_exhausted: (who: string) =>
    `${who} says that the account’s limit or credit is used up. Raise it there, or wait.`,
  model_not_found: (who: string) => `${who} does not know this model. Choose another one.`,
  timed_out: (who: string) => `${who} did not answer in time, or is down. Try again later.`,
  not_compatible: (who: string) =>
    `${who} did not answer as a provider of models does. Check that the address is that of its API, which often ends with /v1.`,
} satisfies Partial<Record<ModelAccountErrorCode, (who: string) => string>>
