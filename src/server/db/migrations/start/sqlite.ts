export const onSqlite = `
create table events (
  sequence integer primary key autoincrement,
  organization_id text not null references organizations (id) on delete cascade,
  agent_id text, type text not null, payload text not null, created_at bigint not null
);
create index events_organization_id_sequence on events (organization_id, sequence);
create index events_agent_id_sequence on events (agent_id, sequence);
create index events_created_at on events (created_at);

-- The search index: a line for each message and note of a conversation, and one for its visitor. The numbers of lines
-- grow with their times.
create table search_lines (
  number integer primary key not null, organization_id text not null, conversation_id text not null,
  kind text not null, message integer not null, entry integer not null, words text not null
);
create unique index search_lines_conversation on search_lines (conversation_id, kind, message, entry);

-- The program splits texts into words, and the tokenizer only has to split them again at the spaces between the words.
-- Beginnings of up to eight letters have an index too. Without it, a search for an unfinished word would read the lines
-- of every word with that beginning before it could yield the newest.
create virtual table search_words using fts5 (organization_id, words, content = 'search_lines',
  content_rowid = 'number', tokenize = 'ascii tokenchars ''_-''', prefix = '1 2 3 4 5 6 7 8');
-- Nothing of a deleted text may stay in the file.
insert into search_words (search_words, rank) values ('secure-delete', 1);
create trigger search_lines_added after insert on search_lines begin
  insert into search_words (rowid, organization_id, words) values (new.number, new.organization_id, new.words); end;
create trigger search_lines_removed after delete on search_lines begin
  insert into search_words (search_words, rowid, organization_id, words)
  values ('delete', old.number, old.organization_id, old.words); end;
create trigger search_lines_changed after update on search_lines begin
  insert into search_words (search_words, rowid, organization_id, words)
  values ('delete', old.number, old.organization_id, old.words); insert into search_words (rowid, organization_id, words)
  values (new.number, new.organization_id, new.words); end;
`
