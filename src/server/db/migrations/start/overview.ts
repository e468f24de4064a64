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
create index conversation_facts_replies on conversation_facts (organization_id, started_at, agent_id, origin, reply_ms)
  where reply_ms is not null;
`
