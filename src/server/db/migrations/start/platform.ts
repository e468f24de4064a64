/** What the server itself works with: webhooks, jobs, counters and kept answers. */
export const platform = `
create table webhook_endpoints (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade, url text not null,
  events text not null, secret text not null, is_active bigint not null, failing_since bigint,
  created_at bigint not null, deleted_at bigint
);
create index webhook_endpoints_agent_id_id on webhook_endpoints (agent_id, id);

create table webhook_deliveries (
  id text primary key not null, endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  agent_id text not null, webhook_id text not null, event text not null, conversation_id text,
  payload text not null, status text not null, attempt_count bigint not null, next_attempt_at bigint,
  created_at bigint not null
);
create index webhook_deliveries_agent_id_id on webhook_deliveries (agent_id, id);
create index webhook_deliveries_endpoint_id_id on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_agent_id_status_id on webhook_deliveries (agent_id, status, id);
create index webhook_deliveries_endpoint_id_status_id on webhook_deliveries (endpoint_id, status, id);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
create index webhook_deliveries_conversation_id on webhook_deliveries (conversation_id, agent_id);

create table webhook_attempts (
  id text primary key not null, delivery_id text not null references webhook_deliveries (id) on delete cascade,
  number bigint not null, started_at bigint not null, duration_ms bigint not null, response_status bigint,
  response_body text, error text
);
create index webhook_attempts_delivery_id_number on webhook_attempts (delivery_id, number);

create table idempotency_keys (
  scope_key text primary key not null, request_hash text not null, response_status bigint, response_body text,
  subject_id text, claim_token text, locked_until bigint not null, expires_at bigint not null
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
create index idempotency_keys_subject_id on idempotency_keys (subject_id);

create table counters (
  owner_id text not null, name text not null, value bigint not null, primary key (owner_id, name)
);

-- The queue. While a job runs, its worker holds it until its lease ends, and renews that.
create table jobs (
  id text primary key not null, name text not null, payload text not null, state text not null,
  attempts bigint not null, interruptions integer not null default 0, run_at bigint not null,
  queued_at bigint not null default 0, waiting_for text, error text, created_at bigint not null,
  holder text, lease_until bigint
);
-- It contains the fairness keys, so that jobs of other keys can be passed over without their rows.
create index jobs_turns on jobs (state, name, run_at, id, waiting_for);
create index jobs_suspects on jobs (run_at) where interruptions >= 2;
`
