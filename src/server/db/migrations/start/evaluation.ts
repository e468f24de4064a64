/** Tables by which people see how well an agent answers, and what a change would do to its answers. */
export const evaluation = `
-- What visitors asked and the AI did not know. Messages that ask the same form a gap. The text of a message is not
-- copied, only the direction of its embedding.
create table gaps (
  id text primary key not null, agent_id text not null, state text not null, question_id text not null,
  embedding_model text not null, trust double precision not null, sum bytea not null, count integer not null,
  visitors integer not null, conversations integer not null, first_at bigint not null, last_at bigint not null,
  version bigint not null
);
create index gaps_version on gaps (agent_id, version);
create index gaps_by_count on gaps (agent_id, count, id);
create index gaps_by_last on gaps (agent_id, last_at, id);
create index gaps_state_by_count on gaps (agent_id, state, count, id);
create index gaps_state_by_last on gaps (agent_id, state, last_at, id);

create table gap_messages (
  message_id text primary key not null, gap_id text not null, conversation_id text not null, reply_id text not null,
  chat_user_id text not null, embedding bytea not null, asked_at bigint not null
);
create index gap_messages_by_time on gap_messages (gap_id, asked_at, message_id);
create index gap_messages_visitor on gap_messages (gap_id, chat_user_id);
create index gap_messages_conversation on gap_messages (conversation_id, gap_id);

create table checks (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade,
  question text not null, expects text not null, facts text not null, cites text, is_muted integer not null,
  created_at bigint not null, updated_at bigint not null
);
create index checks_agent_id on checks (agent_id, id);

create table check_runs (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade,
  status text not null, trigger_name text not null, model_id text not null, credits integer not null,
  credit_period text, total integer not null, asked integer not null, passed integer not null,
  failed integer not null, broke integer not null, mended integer not null, created_at bigint not null,
  ended_at bigint
);
create index check_runs_agent_id on check_runs (agent_id, id);

create table check_results (
  run_id text not null references check_runs (id) on delete cascade,
  check_id text not null references checks (id) on delete cascade, question text not null,
  is_muted integer not null, verdict text not null, verdict_before text, problems text not null,
  decision text not null, reply text not null, citations text not null, model text not null,
  knowledge_version integer not null, latency_ms integer not null, created_at bigint not null,
  primary key (run_id, check_id)
);
create index check_results_check_id on check_results (check_id, run_id);

-- Proofs that agents know what they were taught: questions asked before and after the training.
create table proofs (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade, gap_id text,
  source_id text not null, source_version integer not null, is_new_source integer not null, task_id text not null,
  step text not null, round integer not null, problem text, model_id text not null, credits integer not null,
  credit_period text, created_at bigint not null
);
create index proofs_agent_id on proofs (agent_id, id);
create index proofs_source_id on proofs (source_id);
create index proofs_gap_id on proofs (gap_id, id);

create table proof_questions (
  proof_id text not null references proofs (id) on delete cascade, position integer not null, question text,
  message_id text, conversation_id text, check_id text references checks (id) on delete cascade,
  is_wanted integer not null, before text, after text, outcome text, primary key (proof_id, position)
);
create index proof_questions_conversation_id on proof_questions (conversation_id);

-- What would become of an agent's answers and checks after a change.
create table impacts (
  id text primary key not null, agent_id text not null references agents (id) on delete cascade,
  without_sources text, model_id text, threshold text, step text not null, answers integer not null,
  conversations integer not null, last_cited_at bigint, created_at bigint not null
);
create index impacts_agent_id on impacts (agent_id, id);
create index impacts_created_at on impacts (created_at);

create table impact_answers (
  impact_id text not null references impacts (id) on delete cascade, position integer not null,
  message_id text not null, conversation_id text not null, question_id text, before text, after text, verdict text,
  primary key (impact_id, position)
);
create index impact_answers_conversation_id on impact_answers (conversation_id);

create table impact_checks (
  impact_id text not null references impacts (id) on delete cascade,
  check_id text not null references checks (id) on delete cascade, before text, after text, outcome text,
  primary key (impact_id, check_id)
);
create index impact_checks_check_id on impact_checks (check_id);
`
