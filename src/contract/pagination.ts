import { z } from 'zod'

const PAGE_DEFAULT = 1
const PER_PAGE_DEFAULT = 25
const PER_PAGE_CAP = 100

const WORDS = 'must be an integer of at least 1'

const positive = (pattern: RegExp) => z.string(WORDS).regex(pattern, WORDS).or(z.int().min(1)).transform(Number)

/** Pages are numbered from 1. A `per_page` below 1 is refused; above 100 it is lowered to 100. */
export const pageQuery = {
  page: positive(/^[1-9]\d{0,14}$/)
    .optional()
    .default(PAGE_DEFAULT)
    .meta({ type: 'integer', minimum: 1, default: PAGE_DEFAULT }),
  per_page: positive(/^[1-9]\d*$/)
    .optional()
    .default(PER_PAGE_DEFAULT)
    .transform((value) => Math.min(value, PER_PAGE_CAP))
    .meta({ type: 'integer', minimum: 1, maximum: PER_PAGE_CAP, default: PER_PAGE_DEFAULT }),
}

export const requestMeta = z.object({ request_id: z.uuid() })

export const listMeta = requestMeta.extend({
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
})

/** Absolute URLs, null where there is none. They carry only `page`: a client adds `per_page` and filters again. */
export const listLinks = z.object({
  first: z.url().nullable(),
  last: z.url().nullable(),
  prev: z.url().nullable(),
  next: z.url().nullable(),
})

export interface Page<Item> {
  data: Item[]
  links: z.infer<typeof listLinks>
  meta: z.infer<typeof listMeta>
}
