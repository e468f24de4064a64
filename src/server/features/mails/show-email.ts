import { Readable } from 'node:stream'
import { MAIL_PAGE_POLICY, pageOf } from '../../adapters/mail/html/mail-page.ts'
import { MOST_PICTURE_BYTES, sourceOf } from '../../adapters/mail/html/pictures.ts'
import { inParallel } from '../../concurrency/in-parallel.ts'
import type { Context, Dependencies } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { FileAnswer, VerbInput } from '../../http/binding.ts'
import { originalOf } from './get-email.ts'
import { selectFirstMail } from './queries.ts'

/** Most remote pictures of one mail that are fetched, how many at a time, and for how long. */
const MOST_PICTURES = 50
const AT_ONCE = 8
const TIMEOUT_MS = 10_000
/** Bytes of one mail's remote pictures, from where on no more are fetched. */
const MOST_BYTES = 25 * 1_048_576

/**
 * Shows a mail's HTML as a page of its own.
 * @throws AppError 404 for a message without a mail that has HTML, and once its original is deleted
 */
export async function showEmail(ctx: Context, { message, query }: VerbInput<'showEmail'>): Promise<FileAnswer> {
  const mail = orNotFound(await selectFirstMail(ctx.database.read, message))
  const raw = orNotFound(mail.has_html ? await originalOf(ctx, mail) : undefined)
  const page = orNotFound((await ctx.mailReader.page(raw, mail.organization_id, true)) ?? undefined)
  const pictures = query.pictures ? await fetchPictures(ctx, page.remote) : new Map<number, string>()
  return { name: 'mail.html', content: Readable.from([pageOf(page, pictures)]), shownUnder: MAIL_PAGE_POLICY }
}

/** Fetches pictures from here, so that their senders never see a member's address. What can't be had is left out. */
async function fetchPictures({ outbound }: Dependencies, urls: readonly string[]): Promise<Map<number, string>> {
  const sources = new Map<number, string>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let bytes = 0
  await inParallel([...urls.slice(0, MOST_PICTURES).entries()], AT_ONCE, async ([place, url]) => {
    if (bytes > MOST_BYTES || signal.aborted) return
    const options = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_PICTURE_BYTES, overflow: 'error', signal } as const
    const answer = await outbound.fetch(url, options).catch(() => undefined)
    const source = answer && answer.status < 300 ? sourceOf(answer.body) : undefined
    if (source === undefined) return
    bytes += source.length
    sources.set(place, source)
  })
  return sources
}
