import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const script = `
create table pending_mails (
  id text primary key not null,
  conversation_id text not null references conversations (id) on delete cascade,
  user_id text not null, content text not null, addresses text not null, subject text, quote text,
  closes integer not null, sends_at bigint not null, created_at bigint not null
);
create index pending_mails_conversation_id on pending_mails (conversation_id, sends_at, id);
alter table mailboxes add column undo_seconds integer not null default 10;
alter table mailboxes add column slow_until bigint;
alter table mails add column quote text;
alter table mails add column retried_at bigint;
create index mails_waiting on mails (mailbox_id, id) where direction = 'out' and next_attempt_at is not null
`

/** Adds mails that members have written and may still take back, and what is kept of the way of those that went out. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
