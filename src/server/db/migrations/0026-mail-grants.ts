import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** Keeps what lets mailboxes be reached without a password, from the question for it on. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = sql.raw(hasRowLocks(db) ? 'text collate "C"' : 'text')
  await sql`create table mail_grants (
    id ${text} primary key not null,
    organization_id ${text} not null references organizations (id) on delete cascade,
    session_id ${text} not null, provider ${text} not null, state_hash ${text} unique, mailbox_id ${text},
    secret ${text} not null, status ${text} not null,
    ends_at bigint, access_until bigint not null, renewing_until bigint not null, created_at bigint not null
  )`.execute(db)
  await sql`create index mail_grants_organization_id on mail_grants (organization_id)`.execute(db)
  await sql`create index mail_grants_mailbox_id on mail_grants (mailbox_id)`.execute(db)
}
