import { type Kysely, sql } from 'kysely'
import { isRiskyName } from '../../adapters/attachments/risky-names.ts'
import { keepMailLine } from '../../features/search-index/keep-lines.ts'
import { hasRowLocks } from '../dialect.ts'
import { newId } from '../ids.ts'
import type { Tables, Tx } from '../tables.ts'

const script = `
create table attachments (
  id text primary key not null,
  organization_id text not null references organizations (id) on delete cascade,
  conversation_id text references conversations (id) on delete cascade,
  message_id text, mail_id text references mails (id) on delete cascade, session_id text, user_id text,
  position integer not null, name text not null, type text not null, size bigint not null,
  is_inline integer not null, is_risky integer not null, content_id text,
  storage_key text, thumbnail_key text, width integer, height integer,
  created_at bigint not null, expires_at bigint
);
create index attachments_conversation_id on attachments (conversation_id, message_id);
create index attachments_mail_id on attachments (mail_id, position);
create index attachments_expires_at on attachments (expires_at) where expires_at is not null;
create index attachments_session_id on attachments (session_id, created_at) where session_id is not null
`
const AT_ONCE = 500

/**
 * Gives the files of mails and messages a table, and lists there those that mails named until now, which were not kept.
 * Has the search find conversations by mail by their subjects, by who takes part, and by the names of files.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = hasRowLocks(db) ? script.replace(/\btext\b/g, 'text collate "C"') : script
  for (const statement of text.trim().split(/;\n/)) await sql.raw(statement).execute(db)
  await listFiles(db as Kysely<Before>)
  await fillMailSearch(db as Tx)
}

/** The tables as they were, when a mail had a list of its files of its own. */
type Before = Omit<Tables, 'mails'> & { mails: Tables['mails'] & { attachments: string } }

async function listFiles(db: Kysely<Before>): Promise<void> {
  for (let after = ''; ; ) {
    const mails = await db
      .selectFrom('mails')
      .select(['id', 'organization_id', 'conversation_id', 'message_id', 'attachments', 'created_at'])
      .where('id', '>', after)
      .where('attachments', '!=', '[]')
      .where('conversation_id', 'is not', null)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, attachments, ...of } of mails)
      for (const [position, { is_inline, ...file }] of (JSON.parse(attachments) as Listed[]).entries())
        await db
          .insertInto('attachments')
          .values({
            ...{ ...of, ...file, id: newId(), mail_id: id, position, is_inline: is_inline ? 1 : 0 },
            ...{ is_risky: isRiskyName(file.name) ? 1 : 0, content_id: null, session_id: null, user_id: null },
            ...{ storage_key: null, thumbnail_key: null, width: null, height: null, expires_at: null },
          })
          .execute()
    if (mails.length < AT_ONCE) return
    after = mails.at(-1)!.id
  }
}

interface Listed {
  name: string
  type: string
  size: number
  is_inline: boolean
}

/** Writes the lines by which the search finds conversations by mail. */
export async function fillMailSearch(db: Tx): Promise<void> {
  for (let after = ''; ; ) {
    const some = await db
      .selectFrom('mail_threads')
      .innerJoin('conversations', 'conversations.id', 'mail_threads.conversation_id')
      .select(['conversations.id', 'conversations.organization_id', 'conversations.created_at'])
      .where('conversations.id', '>', after)
      .where('conversations.deleted_at', 'is', null)
      .orderBy('conversations.id')
      .limit(AT_ONCE)
      .execute()
    for (const conversation of some) await keepMailLine(db, conversation)
    if (some.length < AT_ONCE) return
    after = some.at(-1)!.id
  }
}
