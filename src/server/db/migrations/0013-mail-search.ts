import type { Kysely } from 'kysely'
import { keepMailLine } from '../../features/search-index/keep-lines.ts'
import type { Tables } from '../tables.ts'

const AT_ONCE = 500

/** Has the search find the conversations by mail that are there already by their subjects and by who takes part. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const some = await db
      .selectFrom('mail_threads')
      .innerJoin('conversations', 'conversations.id', 'mail_threads.conversation_id')
      .select(['conversations.id', 'conversations.organization_id', 'conversations.created_at'])
      .where('conversations.id', '>', after)
      .where('conversations.deleted_at', 'is', null)
      .orderBy('conversations.id')
      .limit(AT_ONCE)
      .execute()
    for (const conversation of some) await keepMailLine(db as never, conversation)
    if (some.length < AT_ONCE) return
    after = some.at(-1)!.id
  }
}
