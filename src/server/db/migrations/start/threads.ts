export const threads = `
-- Repeats the labels in each conversation's own row, for lists of the conversations with one label, with the
-- columns by which these lists are filtered and sorted.
create table conversation_labels (
  conversation_id text not null, label_id text not null, status text not null, updated_at bigint not null,
  primary key (conversation_id, label_id)
);
create index conversation_labels_list on conversation_labels (label_id, status, updated_at, conversation_id);

create table messages (
  id text primary key not null, conversation_id text not null references conversations (id) on delete cascade,
  position bigint not null, role text not null, content text not null, action text, action_required bigint not null,
  user_id text, author_type text, key_id text, created_at bigint not null, deleted_at bigint
);
create unique index messages_conversation_id_position on messages (conversation_id, position);
-- For finding an e-mail address that a visitor has filled in. Few messages have a form; the others cost nothing.
create index messages_with_forms on messages (conversation_id) where action is not null;

-- What a thread has besides messages, such as notes. Messages keep their positions, because the pages of the public
-- API depend on them: an entry comes after the message with the position after_message (0: before the first one), as
-- the entry with that number there.
create table thread_entries (
  id text primary key not null, conversation_id text not null, after_message integer not null,
  number integer not null, type text not null, author_type text not null, author_id text, content text,
  details text, created_at bigint not null, edited_at bigint
);
create unique index thread_entries_position on thread_entries (conversation_id, after_message, number);

-- How far each member has read.
create table read_marks (
  conversation_id text not null, user_id text not null references users (id) on delete cascade,
  after_message integer not null, number integer not null, primary key (conversation_id, user_id)
);

-- Who has been mailed about the current wait of a conversation's visitor.
create table mailed_waits (
  conversation_id text primary key not null, waiting_since bigint not null, step integer not null,
  user_ids text not null
);

create table ratings (
  conversation_id text not null, message_id text not null, score text not null, comment text not null,
  created_at bigint not null, primary key (conversation_id, message_id)
);

create table replies (
  id text primary key not null, conversation_id text not null references conversations (id) on delete cascade,
  turn bigint not null, status text not null, credit_period text, message_id text, draft text,
  created_at bigint not null, updated_at bigint not null
);
create unique index replies_conversation_id_turn on replies (conversation_id, turn);

-- How each of the AI's messages came about.
create table receipts (
  message_id text primary key not null references messages (id) on delete cascade, citations text not null,
  model text not null, decision text not null, latency_ms bigint not null, reason text, search_query text,
  is_cut integer not null default 0
);

create table source_citations (
  message_id text not null, source_id text not null, conversation_id text not null, created_at bigint not null,
  primary key (message_id, source_id)
);
create index source_citations_by_source on source_citations (source_id, created_at);
create index source_citations_conversation on source_citations (conversation_id);
`
