import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const script = `
create table notifications (
  id text primary key not null, organization_id text not null, user_id text not null, kind text not null,
  actor_id text, agent_id text not null references agents (id) on delete cascade,
  conversation_id text, subject_ids text not null, count integer not null, created_at bigint not null, read_at bigint,
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
create index notifications_user_id on notifications (user_id, organization_id, id);
create index notifications_unread on notifications (user_id, organization_id) where read_at is null;
create index notifications_conversation_id on notifications (conversation_id, user_id);
create index notifications_agent_id on notifications (agent_id);
create index notifications_created_at on notifications (created_at);

create table followers (
  conversation_id text not null references conversations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, primary key (conversation_id, user_id)
);
create index followers_user_id on followers (user_id, conversation_id);

insert into followers (conversation_id, user_id)
  select conversation_id, user_id from messages
    where role = 'human' and author_type = 'member' and user_id in (select id from users)
  union select conversation_id, author_id from thread_entries
    where type = 'note' and author_type = 'member' and author_id in (select id from users)
  union select id, assignee_id from conversations where assignee_id in (select id from users)
`

/** Adds what members are told of, and which conversations they follow. Whoever is part of one already follows it. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
