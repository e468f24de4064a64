import { type Kysely, sql } from 'kysely'

/** Finds the mails that are not done yet without walking all that a mailbox has. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index mails_undone on mails (mailbox_id, id) where done_at is null`.execute(db)
}
