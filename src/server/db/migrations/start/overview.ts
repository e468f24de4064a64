export const overview = `
-- What is counted of each conversation that a visitor has written in.
create table conversation_facts (
  id text primary key not null, conversation_id text, organization_id text not null, agent_id text not null,
  origin text not null, started_at bigint not null, is_new_visitor integer not null, answered_at bigint,
  unknown_at bigint, handed_over_at bigint, hand_over_reason text, human_replied_at bigint, reply_ms bigint,
  closed_at bigint, reopened_at bigint, rating text, rated_at bigint
);
create unique index conversation_facts_conversation on conversation_facts (conversation_id);
create index conversation_facts_agent_id on conversation_facts (agent_id, started_at, id);
create index conversation_facts_organization_id on conversation_facts (organization_id, started_at, id);

-- Hours whose sums must be made anew.
create table stale_hours (
  id text primary key not null, organization_id text not null, agent_id text not null, origin text not null,
  started_at bigint not null
);
create index stale_hours_hour on stale_hours (organization_id, agent_id, origin, started_at);

create table overview_hours (
  organization_id text not null, scope_id text not null, origin text not null, hour bigint not null,
  conversations integer not null, new_visitors integer not null, confirmed integer not null,
  silent integer not null, reopened integer not null, asked_for_person integer not null, no_answer integer not null,
  model_failed integer not null, people_only integer not null, no_credits integer not null,
  taken_over integer not null, unknown integer not null, good integer not null, bad integer not null,
  replied integer not null, reply_times text, due_at bigint, primary key (scope_id, hour, origin)
);
create index overview_hours_organization on overview_hours (organization_id, hour);
create index overview_hours_due on overview_hours (due_at) where due_at is not null;

create table overview_places (
  organization_id text primary key not null, summed_to bigint, alignment integer not null
);

create table citation_days (
  agent_id text not null, day integer not null, source_id text not null, part integer not null,
  answers integer not null, erased integer not null default 0, primary key (agent_id, day, source_id, part)
);
`
