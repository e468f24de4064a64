import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** `notify_desktop` and `notify_sound` stay, unused: the version before this one still reads them. */
const script = `
alter table memberships add column notification_wishes text not null default '{}';
update memberships set notification_wishes = '{"kinds":{"waiting":{"desktop":' ||
  case notify_desktop when 1 then 'true' else 'false' end || ',"sound":' ||
  case notify_sound when 1 then 'true' else 'false' end || '}}}' where notify_desktop = 1 or notify_sound = 1;

alter table notifications add column is_listed integer not null default 1;

create table push_keys (id text primary key not null, key_pair text not null);

create table push_subscriptions (
  id text primary key not null, organization_id text not null, user_id text not null,
  session_id text not null references sessions (id) on delete cascade,
  endpoint text not null, p256dh text not null, auth text not null, created_at bigint not null,
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint, organization_id);
create index push_subscriptions_user_id on push_subscriptions (user_id, organization_id);
create index push_subscriptions_session_id on push_subscriptions (session_id)
`

/** Adds what members want to be told and how, the key of this server's pushed messages, and who receives them. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
