import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const tables = `
create table model_accounts (
  id text primary key not null,
  organization_id text not null references organizations (id) on delete cascade,
  provider text not null, name text not null, base_url text, key_secret text not null, key_last_four text not null,
  status text not null, error_code text, error_message text, error_since bigint, outage_told bigint,
  created_at bigint not null
);
create index model_accounts_organization_id on model_accounts (organization_id, id);

create table account_models (
  id text primary key not null,
  account_id text not null references model_accounts (id) on delete cascade,
  slug text not null, name text not null, position integer not null,
  context_length bigint, calls_tools integer
);
create index account_models_account_id on account_models (account_id, position);

alter table agents add column model_account_id text;
alter table receipts add column is_own_key integer not null default 0;
alter table conversation_facts add column own_key_replies integer not null default 0
`

/** Keeps the accounts that organizations have with providers of AI models, and counts the replies by them. */
export async function up(db: Kysely<never>): Promise<void> {
  // Texts are compared by their bytes, as SQLite does.
  const written = hasRowLocks(db) ? tables.replaceAll(/\btext\b/g, 'text collate "C"') : tables
  for (const statement of written.split(';')) await sql.raw(statement).execute(db)
}
