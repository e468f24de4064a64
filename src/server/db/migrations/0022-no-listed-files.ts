import { type Kysely, sql } from 'kysely'

/** Drops the list of files that a mail had of its own before files had a table. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table mails drop column attachments`.execute(db)
}
