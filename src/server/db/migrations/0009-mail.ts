import { type Kysely, sql } from 'kysely'
import { hasRowLocks } from '../dialect.ts'

const script = `
create table mailboxes (
  id text primary key not null,
  organization_id text not null references organizations (id) on delete cascade,
  agent_id text not null references agents (id) on delete cascade,
  name text not null, address text not null, aliases text not null,
  incoming text not null, inbound_token_hash text, outgoing text, outgoing_secret text,
  ai text not null, signature text not null, quote text not null,
  authserv_id text, trusts_plus integer not null, is_paused integer not null, status text not null,
  error_code text, error_message text, error_since bigint, received_at bigint, sent_at bigint,
  ai_silent_until bigint, created_at bigint not null, deleted_at bigint
);
create unique index mailboxes_address on mailboxes (organization_id, address) where deleted_at is null;
create unique index mailboxes_inbound_token_hash on mailboxes (inbound_token_hash);
create index mailboxes_agent_id on mailboxes (agent_id);

create table mails (
  id text primary key not null, organization_id text not null,
  mailbox_id text not null references mailboxes (id) on delete cascade,
  direction text not null, conversation_id text references conversations (id) on delete cascade,
  message_id text, kind text, not_answered text,
  internet_id text, server_id text, thread_root text, reference_ids text, sender text, addresses text, subject text,
  whole_text text, words_key text, has_html integer not null, is_cut integer not null,
  authentication text, attachments text not null, envelope text, raw_key text,
  is_ai integer not null, next_attempt_at bigint, attempts integer not null default 0,
  created_at bigint not null, done_at bigint
);
create index mails_mailbox_id on mails (mailbox_id, id);
create index mails_conversation_id on mails (conversation_id, message_id);
create index mails_internet_id on mails (organization_id, internet_id) where internet_id is not null;
create index mails_server_id on mails (organization_id, server_id) where server_id is not null;
create index mails_thread_root on mails (mailbox_id, thread_root) where thread_root is not null;
create index mails_sender on mails (organization_id, sender, created_at) where direction = 'in';
create index mails_ai on mails (mailbox_id, created_at) where direction = 'in' and is_ai = 1;
create index mails_raw_key on mails (created_at) where raw_key is not null;

create table mail_keys (
  mailbox_id text not null references mailboxes (id) on delete cascade, key text not null,
  mail_id text not null, created_at bigint not null, primary key (mailbox_id, key)
);

create table mail_deliveries (
  mail_id text not null references mails (id) on delete cascade, address text not null, kind text not null,
  status text not null, code text, message text, primary key (mail_id, address)
);
create index mail_deliveries_address on mail_deliveries (address, mail_id);

create table mail_threads (
  conversation_id text primary key not null references conversations (id) on delete cascade,
  mailbox_id text not null references mailboxes (id) on delete cascade,
  subject text not null, reply text not null, participants text not null
);
create index mail_threads_mailbox_id on mail_threads (mailbox_id);

create table conversation_links (
  conversation_id text not null references conversations (id) on delete cascade,
  linked_id text not null references conversations (id) on delete cascade,
  reason text not null, primary key (conversation_id, linked_id)
);
create index conversation_links_linked_id on conversation_links (linked_id)
`

/** Adds mailboxes, the mails that came in them and went out of them, and what conversations by mail are. */
export async function up(db: Kysely<never>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
}
