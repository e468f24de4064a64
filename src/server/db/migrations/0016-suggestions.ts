import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const script = `
create table suggestions (
  id text primary key not null,
  conversation_id text not null references conversations (id) on delete cascade,
  turn integer not null, message_count integer not null, is_asked integer not null,
  content text, citations text not null, credit_period text, created_at bigint not null
);
create unique index suggestions_conversation_id on suggestions (conversation_id);
alter table pending_mails add column suggestion_id text;
alter table conversation_facts add column suggestions_sent integer not null default 0;
alter table conversation_facts add column suggestions_edited integer not null default 0;
alter table conversation_facts add column suggestions_discarded integer not null default 0
`

/** Adds replies that the AI suggests to people, and counts what became of them. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
