/** People with their sign-in, and organizations with what their members share. */
export const organizations = `
create table users (
  id text primary key not null, email text not null, name text not null, password_hash text not null,
  created_at bigint not null
);
create unique index users_email on users (email);

create table sessions (
  id text primary key not null, user_id text not null references users (id) on delete cascade,
  token_hash text not null, user_agent text, created_at bigint not null, expires_at bigint not null
);
create unique index sessions_token_hash on sessions (token_hash);

-- The tokens that a session gets for the API, each for one organization.
create table session_tokens (
  token_hash text primary key not null, session_id text not null references sessions (id) on delete cascade,
  organization_id text not null, expires_at bigint not null
);
create index session_tokens_session_id on session_tokens (session_id);

create table sign_in_failures (id text primary key not null, throttle_key text not null, failed_at bigint not null);
create index sign_in_failures_throttle_key_failed_at on sign_in_failures (throttle_key, failed_at);

create table two_factors (
  user_id text primary key not null references users (id) on delete cascade, secret text, pending_secret text,
  last_step bigint not null
);

create table recovery_codes (
  id text primary key not null, user_id text not null references users (id) on delete cascade,
  code_hash text not null
);
create index recovery_codes_user_id_code_hash on recovery_codes (user_id, code_hash);

-- The tokens of links in mails.
create table account_tokens (
  id text primary key not null, user_id text not null references users (id) on delete cascade,
  purpose text not null, token_hash text, email text, ends_two_factor bigint not null, created_at bigint not null,
  expires_at bigint not null
);
create index account_tokens_user_id on account_tokens (user_id);
create unique index account_tokens_token_hash on account_tokens (token_hash);

create table organizations (
  id text primary key not null, name text not null, plan text not null, retention_days bigint,
  retention_ran_at bigint, time_zone text not null default 'UTC', working_hours text,
  responders_teach integer not null default 1, created_at bigint not null, updated_at bigint not null
);

create table memberships (
  organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, role text not null,
  availability text not null default 'available', joined_at bigint not null, last_seen_at bigint,
  notify_desktop integer not null default 0, notify_sound integer not null default 0,
  mail_after_minutes integer default 5, primary key (organization_id, user_id)
);
create index memberships_user_id on memberships (user_id);

create table invitations (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  email text not null, role text not null, token_hash text not null,
  inviter_id text not null references users (id) on delete cascade, created_at bigint not null,
  expires_at bigint not null, ended_at bigint, mail_error text
);
create unique index invitations_token_hash on invitations (token_hash);
create index invitations_organization_id on invitations (organization_id, created_at);

create table api_keys (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, name text not null, scopes text not null,
  key_hash text not null, last_four text not null, expires_at bigint, last_used_at bigint, revoked_at bigint,
  created_at bigint not null
);
create unique index api_keys_key_hash on api_keys (key_hash);
create index api_keys_organization_id on api_keys (organization_id);

create table labels (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  name text not null, folded_name text not null, color text not null, created_at bigint not null
);
create unique index labels_folded_name on labels (organization_id, folded_name);

create table saved_replies (
  id text primary key not null, organization_id text not null references organizations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade, title text not null, content text not null,
  is_shared integer not null, created_at bigint not null
);
create index saved_replies_organization_id on saved_replies (organization_id, user_id);

create table audit_entries (
  id text primary key not null, organization_id text not null, action text not null, actor_type text not null,
  actor_id text, actor_name text, target_type text not null, target_id text not null, target_name text,
  address text, created_at bigint not null
);
create index audit_entries_organization_id on audit_entries (organization_id, created_at, id);
create index audit_entries_created_at on audit_entries (created_at);

-- Exports and erasures of visitors.
create table visitor_jobs (
  id text primary key not null, organization_id text not null, kind text not null, status text not null,
  matches text, created_at bigint not null
);
create index visitor_jobs_organization_id on visitor_jobs (organization_id, created_at);
create index visitor_jobs_created_at on visitor_jobs (created_at);

create table quota_usage (
  organization_id text not null references organizations (id) on delete cascade, name text not null,
  period text not null, used bigint not null, primary key (organization_id, name, period)
);
`
