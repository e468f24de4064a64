import { z } from 'zod'

/** Length of a text in Unicode code points, which is close to what a person counts as characters. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const LONE_SURROGATE = /\p{Surrogate}/u

// White space, control characters, marks without a letter to stand on, the empty pattern of Braille, and what Unicode
// says need not be drawn, such as zero-width spaces and Hangul's fillers.
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

export const isBlank = (text: string): boolean => !VISIBLE.test(text)

/**
 * Text of `minimum` to `maximum` code points after trimming, of which something must be visible if `minimum` is above
 * 0. It refuses NUL, which PostgreSQL can't store, and lone surrogates, which UTF-8 can't encode.
 */
export function text(maximum: number, minimum = 1) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const fail = (message: string) => context.addIssue({ code: 'custom', message, input: value })
      if (value.includes('\0')) return fail('must not contain the character U+0000')
      if (LONE_SURROGATE.test(value)) return fail('must be valid Unicode text')
      const length = value.length <= maximum && value.length >= minimum * 2 ? value.length : codePoints(value)
      if (minimum > 0 && isBlank(value)) return fail('is required')
      if (length < minimum) return fail(`must be at least ${minimum.toLocaleString('en')} characters`)
      if (length > maximum) return fail(`must be at most ${maximum.toLocaleString('en')} characters`)
    })
    .meta({ minLength: minimum, maxLength: maximum })
}

/** Whether no string or field name in a JSON value has NUL or lone surrogates, as the database needs. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !LONE_SURROGATE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}

/** An http or https URL of at most 2,048 characters. The outbound client checks whether it may be fetched. */
export function webUrl(protocols: readonly ('http:' | 'https:')[] = ['http:', 'https:']) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const fail = (message: string) => context.addIssue({ code: 'custom', message, input: value })
      if (codePoints(value) > 2_048) return fail('must be at most 2,048 characters')
      const url = URL.canParse(value) ? new URL(value) : undefined
      if (!url || /[\s\0]/.test(value) || LONE_SURROGATE.test(value)) return fail('must be a valid URL')
      if (!(protocols as readonly string[]).includes(url.protocol))
        return fail(`must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
      // `new URL` also accepts `https:host` and `https:\\host`, which are not valid URIs.
      if (!/^\w+:\/\/[^/\\]/.test(value)) return fail('must be a valid URL')
      if (url.username || url.password) return fail('must not contain a user name or password')
    })
    .meta({ format: 'uri', maxLength: 2_048 })
}

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601 in UTC with fractional seconds' })
/** A UUID in upper or lower case (RFC 9562, section 4), converted to lower case. */
export const uuid = z.uuid().toLowerCase()

/** A boolean in JSON; strings and numbers are refused. */
export const flag = z.boolean()
