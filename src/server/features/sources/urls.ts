import { canonicalUrl } from '../../adapters/extract/links.ts'
import type { Context } from '../../context.ts'
import { AppError, sentence } from '../../errors.ts'

/**
 * The canonical forms of addresses without repetition, in the given order.
 * @throws AppError 422 with one detail for each address that may not be requested, else for the first that is invalid
 */
export function distinctUrls(ctx: Context, urls: string[]): string[] {
  const details = urls.flatMap((url, index) => {
    const refusal = ctx.outbound.check(url)
    return refusal ? [{ field: `urls.${index}`, message: refusal }] : []
  })
  if (details.length > 0) throw new AppError('validation_failed', { details })
  return [
    ...new Set(
      urls.map((url, index) => {
        const canonical = canonicalUrl(url)
        if (canonical) return canonical
        const field = `urls.${index}`
        throw new AppError('validation_failed', {
          details: [{ field, message: sentence(field, 'must be a valid URL of at most 2,048 characters') }],
        })
      }),
    ),
  ]
}
