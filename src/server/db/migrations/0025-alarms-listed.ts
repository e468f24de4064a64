import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

/** SQLite can't let a column be null that could not be, so the table is made anew. Nothing refers to it. */
const onSqlite = `
create table notifications_anew (
  id text primary key not null, organization_id text not null, user_id text not null, kind text not null,
  actor_id text, agent_id text references agents (id) on delete cascade,
  conversation_id text, subject_ids text not null, count integer not null, created_at bigint not null, read_at bigint,
  is_listed integer not null default 1, detail text,
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
insert into notifications_anew (
  id, organization_id, user_id, kind, actor_id, agent_id, conversation_id, subject_ids, count, created_at, read_at, is_listed
) select
  id, organization_id, user_id, kind, actor_id, agent_id, conversation_id, subject_ids, count, created_at, read_at, is_listed
from notifications;
drop table notifications;
alter table notifications_anew rename to notifications;
create index notifications_user_id on notifications (user_id, organization_id, id);
create index notifications_unread on notifications (user_id, organization_id) where read_at is null;
create index notifications_conversation_id on notifications (conversation_id, user_id);
create index notifications_agent_id on notifications (agent_id);
create index notifications_created_at on notifications (created_at)
`
const onPostgres = `
alter table notifications alter column agent_id drop not null;
alter table notifications add column detail text collate "C"
`

/** Lets notifications tell of the server, which is no agent's, and say more than whom and what they tell of. */
export async function up(db: Kysely<never>): Promise<void> {
  const script = hasRowLocks(db) ? onPostgres : onSqlite
  for (const statement of script.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
