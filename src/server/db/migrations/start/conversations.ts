export const conversations = `
create table visitors (
  id text primary key not null, organization_id text not null, agent_id text not null, chat_user_id text not null,
  name text, email text, name_proved integer not null default 0, email_proved integer not null default 0,
  identity_verified bigint not null, page_url text, referrer text, locale text, user_agent text,
  created_at bigint not null, updated_at bigint not null
);
create unique index visitors_agent_id_chat_user_id on visitors (agent_id, identity_verified, chat_user_id);
create index visitors_email on visitors (organization_id, lower(email));

create table visitor_sessions (
  token_hash text primary key not null, visitor_id text not null, created_at bigint not null,
  expires_at bigint not null
);
create index visitor_sessions_visitor_id on visitor_sessions (visitor_id);
create index visitor_sessions_expires_at on visitor_sessions (expires_at);

create table visitor_messages (
  visitor_id text not null, client_id text not null, content_hash text not null, message_id text not null,
  created_at bigint not null, primary key (visitor_id, client_id)
);
create index visitor_messages_message_id on visitor_messages (message_id);

-- On which websites the chat of an agent was opened.
create table widget_sightings (
  agent_id text not null, origin text not null, is_allowed bigint not null, seen_at bigint not null,
  primary key (agent_id, origin)
);

create table conversations (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  agent_id text not null references agents (id) on delete cascade, session_id text not null, origin text not null,
  status text not null, response_mode text not null, chat_user_id text not null, chat_user_name text,
  chat_user_email text, identity_verified bigint not null, turn bigint not null, message_count bigint not null,
  webhook_sequence bigint not null, last_message_role text, last_message_excerpt text, last_message_at bigint,
  waiting_since bigint, waited_since bigint, entry_count integer not null default 0, visitor_id text,
  visitor_read_position bigint, visitor_read_at bigint, assignee_id text, snoozed_until bigint,
  label_ids text not null default '[]', asked_at bigint, created_at bigint not null, updated_at bigint not null,
  deleted_at bigint
);
create index conversations_agent_id_id on conversations (agent_id, id) where deleted_at is null;
create index conversations_agent_id_status_id on conversations (agent_id, status, id) where deleted_at is null;
create index conversations_agent_id_response_mode_id on conversations (agent_id, response_mode, id)
  where deleted_at is null;
create index conversations_agent_id_status_response_mode_id on conversations (agent_id, status, response_mode, id)
  where deleted_at is null;
create index conversations_agent_id_status_updated_at_id on conversations (agent_id, status, updated_at, id)
  where deleted_at is null;
create index conversations_organization_id_status_updated_at_id
  on conversations (organization_id, status, updated_at, id) where deleted_at is null;
create index conversations_organization_id_status_response_mode_updated_at_id
  on conversations (organization_id, status, response_mode, updated_at, id) where deleted_at is null;
create index conversations_waiting on conversations (organization_id, updated_at, id)
  where waiting_since is not null and deleted_at is null;
create unique index conversations_one_open on conversations (agent_id, chat_user_id)
  where origin = 'public_api' and status = 'open' and deleted_at is null;
create unique index conversations_open_visit on conversations (visitor_id)
  where visitor_id is not null and status = 'open' and deleted_at is null;
create index conversations_visits on conversations (visitor_id, id) where visitor_id is not null;
create index conversations_email on conversations (organization_id, lower(chat_user_email))
  where chat_user_email is not null;
create index conversations_closed on conversations (organization_id, updated_at)
  where status = 'closed' or deleted_at is not null;
create index conversations_visitor on conversations (agent_id, chat_user_id, id);
-- For going through all conversations of an organization, deleted ones too. Its columns never change, so it costs a
-- little for each new conversation and nothing for messages.
create index conversations_of_organization on conversations (organization_id, id);

-- The orders of the inbox's views. Conversations that the AI answers are in none of these indexes unless they are
-- assigned or snoozed, so that they are written faster. In an order by waiting, those whose visitors wait come first,
-- the longest wait at the top; then the others, the latest at the top.
create index inbox_open on conversations (organization_id, updated_at, id, agent_id)
  where status = 'open' and response_mode = 'human' and snoozed_until is null and deleted_at is null;
create index inbox_open_waiting
  on conversations (organization_id, (coalesce(waiting_since, 8640000000000000 - updated_at)), id)
  where status = 'open' and response_mode = 'human' and snoozed_until is null and deleted_at is null;
create index inbox_unassigned on conversations (organization_id, updated_at, id, agent_id)
  where status = 'open' and waiting_since is not null and assignee_id is null
    and snoozed_until is null and deleted_at is null;
create index inbox_unassigned_waiting
  on conversations (organization_id, (coalesce(waiting_since, 8640000000000000 - updated_at)), id)
  where status = 'open' and waiting_since is not null and assignee_id is null
    and snoozed_until is null and deleted_at is null;
create index inbox_assigned on conversations (organization_id, assignee_id, status, updated_at, id)
  where assignee_id is not null and deleted_at is null;
create index inbox_assigned_waiting on conversations
  (organization_id, assignee_id, (coalesce(waiting_since, 8640000000000000 - updated_at)), id, agent_id)
  where assignee_id is not null and status = 'open' and snoozed_until is null and deleted_at is null;
create index inbox_snoozed on conversations (organization_id, updated_at, id, agent_id)
  where snoozed_until is not null and deleted_at is null;
`
