export const agents = `
create table agents (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  name text not null, description text not null, model_id text not null, instructions text not null,
  greeting text not null, identity_mode text not null, identity_secret text, human_intervention bigint not null,
  only_human bigint not null, is_disabled bigint not null, disabled_reason text, knowledge_version bigint not null,
  threshold text not null default 'balanced', checks_after_training integer not null default 1,
  checks_due_at bigint, widget text, created_at bigint not null, updated_at bigint not null, deleted_at bigint
);
create index agents_organization_id_id on agents (organization_id, id) where deleted_at is null;
create index agents_organization_id_is_disabled_id on agents (organization_id, is_disabled, id)
  where deleted_at is null;
create index agents_organization_id_model_id_id on agents (organization_id, model_id, id) where deleted_at is null;

create table agent_actions (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade, slug text not null,
  name text not null, description text not null, fields text not null, created_at bigint not null,
  updated_at bigint not null
);
create index agent_actions_agent_id_slug on agent_actions (agent_id, slug);

create table sources (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade, type text not null,
  title text not null, status text not null, task_id text not null, content text not null, is_draft bigint not null,
  size bigint not null, version integer not null default 1, has_own_title integer not null default 0,
  created_at bigint not null, updated_at bigint not null
);
create index sources_agent_id_is_draft_id on sources (agent_id, is_draft, id);
create index sources_agent_id_is_draft_type_id on sources (agent_id, is_draft, type, id);
create index sources_agent_id_is_draft_status_id on sources (agent_id, is_draft, status, id);
create index sources_agent_id_is_draft_type_status_id on sources (agent_id, is_draft, type, status, id);

create table source_versions (
  source_id text not null, version integer not null, title text not null, content text not null,
  size_bytes bigint not null, fetched_at bigint, user_id text, taught text, created_at bigint not null,
  primary key (source_id, version)
);

-- Requests to do one thing to many sources.
create table source_bulks (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade,
  user_id text not null, address text not null, kind text not null, source_ids text not null, status text not null,
  total integer not null, done integer not null, failed integer not null, created_at bigint not null
);
create index source_bulks_agent_id on source_bulks (agent_id);
create index source_bulks_created_at on source_bulks (created_at);

create table training_jobs (
  id text primary key not null, source_id text not null references sources (id) on delete cascade,
  agent_id text not null, status text not null, progress bigint not null, error text, created_at bigint not null,
  updated_at bigint not null
);
create index training_jobs_source_id on training_jobs (source_id);

create table chunks (
  id text primary key not null, agent_id text not null,
  source_id text not null references sources (id) on delete cascade, position bigint not null, heading text,
  content text not null, embedding bytea not null, embedding_model text not null
);
create index chunks_agent_id_source_id_position on chunks (agent_id, source_id, position);
create index chunks_source_id on chunks (source_id);

-- Which source each version of an agent's knowledge has changed: a copy in memory loads only that one again.
create table knowledge_changes (
  agent_id text not null references agents (id) on delete cascade, version bigint not null, source_id text not null,
  primary key (agent_id, version)
);

-- Uploaded files, recorded before they are saved, so that a file whose source was never stored can be found.
create table uploads (id text primary key not null, created_at bigint not null);
create index uploads_created_at on uploads (created_at);
`
