import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Lets a mailbox fetch its mail from a folder of a mail server, and keeps how far it has come there. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`alter table mailboxes add column incoming_secret ${text}`.execute(db)
  await sql`alter table mailboxes add column mark_seen integer not null default 0`.execute(db)
  await sql`alter table mailboxes add column save_sent integer not null default 1`.execute(db)
  await sql`alter table mailboxes add column import_days integer`.execute(db)
  await sql`alter table mailboxes add column error_side ${text}`.execute(db)
  await sql`create table mail_fetches (
    id ${text} primary key not null references mailboxes (id) on delete cascade,
    uid_validity bigint, uid bigint not null, old_uid bigint not null, old_since bigint not null,
    began_at bigint, last_at bigint not null, unfetched ${text} not null,
    lease_owner ${text}, lease_until bigint not null,
    failures integer not null, refusals integer not null, next_at bigint
  )`.execute(db)
}
