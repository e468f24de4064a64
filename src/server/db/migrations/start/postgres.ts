/**
 * Rows that are written with every message have no foreign keys here: to check one, the server locks the row that is
 * referred to, so all transactions of an organization would wait for each other. The program itself deletes such a row
 * only after those that refer to it.
 */
export const onPostgres = `
-- The transaction's id gives events their order (see visible-events.ts).
create table events (
  sequence bigserial primary key, organization_id text not null, agent_id text, type text not null,
  payload text not null, created_at bigint not null, xid xid8 not null default pg_current_xact_id()
);
create index events_organization_id_xid on events (organization_id, xid, sequence);
create index events_agent_id_xid on events (agent_id, xid, sequence);
create index events_created_at on events (created_at);
alter table messages drop constraint messages_conversation_id_fkey;
alter table replies drop constraint replies_conversation_id_fkey;

-- The search index: a line for each message and note of a conversation, and one for its visitor. The numbers of lines
-- grow with their times.
create table search_lines (
  number bigint not null, organization_id text not null, conversation_id text not null, kind text not null,
  message integer not null, entry integer not null, words tsvector not null
);
create unique index search_lines_conversation on search_lines (conversation_id, kind, message, entry);
create index search_lines_organization on search_lines (organization_id, number);
create index search_lines_words on search_lines using gin (words);

-- These tables are unlogged (faster, but emptied by a crash of the database server): counts of one minute may be lost,
-- and whoever holds a place, such as an open stream to one network, stores it again and again.
create unlogged table rate_limits (key text primary key, used bigint not null, resets_at bigint not null);
create unlogged table held_places (
  key text not null, place integer not null, holder text not null, expires_at bigint not null,
  primary key (key, place)
);
create index held_places_holder on held_places (holder);
`
