import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { isoTimeOrNull } from '../../db/time.ts'
import { selectFetch } from './fetch-queries.ts'

/** A mail that its server named and did not hand over. */
export interface Unfetched {
  uid: number
  /** In bytes. */
  size: number
  /** When it came in on its server, in milliseconds. */
  at: number | null
}

/** Lists the last mails of a mailbox that its server did not hand over, newest first; none where mail is posted. */
export async function listUnfetched(ctx: Context, id: string): Promise<Data<'listUnfetchedMails'>> {
  const known: Unfetched[] = JSON.parse((await selectFetch(ctx.database.read, id))?.unfetched ?? '[]')
  return known.toReversed().map(({ uid, size, at }) => ({ uid, size, received_at: isoTimeOrNull(at) }))
}
