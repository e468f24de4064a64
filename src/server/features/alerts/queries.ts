import type { NewRow, Row } from '../../db/rows.ts'
import { removeRows } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Candidate } from './due.ts'

/** A conversation whose visitor waits since exactly `since`, with its working hours; undefined if that is over. */
export function selectWaiting(db: Db, conversationId: string, since: number) {
  return db
    .selectFrom('conversations')
    .innerJoin('organizations', 'organizations.id', 'conversations.organization_id')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select([
      'conversations.id',
      'conversations.organization_id',
      'conversations.agent_id',
      'conversations.origin',
      'conversations.response_mode',
      'conversations.assignee_id',
      'conversations.snoozed_until',
      'organizations.time_zone',
      'organizations.working_hours',
      'agents.name as agent_name',
      'agents.is_disabled',
    ])
    .where('conversations.id', '=', conversationId)
    .where('conversations.waiting_since', '=', since)
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The members of an organization, with what decides whether they are mailed about a wait. */
export function selectCandidates(db: Db, organizationId: string): Promise<Candidate[]> {
  return db
    .selectFrom('memberships')
    .select(['user_id', 'availability', 'last_seen_at', 'mail_after_minutes'])
    .where('organization_id', '=', organizationId)
    .execute()
}

/** The member to whom a mail is to go, with their name and wishes; undefined if they are no longer a member. */
export function selectReader(db: Db, organizationId: string, userId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email as to', 'users.name', 'memberships.notification_wishes', 'memberships.mail_after_minutes'])
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
}

/** A note with its author's name and its conversation; undefined if the note, conversation or agent is deleted. */
export function selectNoteToTell(db: Db, noteId: string) {
  return db
    .selectFrom('thread_entries')
    .innerJoin('conversations', 'conversations.id', 'thread_entries.conversation_id')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .innerJoin('users', 'users.id', 'thread_entries.author_id')
    .select([
      'thread_entries.details',
      'thread_entries.conversation_id',
      'conversations.organization_id',
      'conversations.agent_id',
      'agents.name as agent_name',
      'users.name as author_name',
    ])
    .where('thread_entries.id', '=', noteId)
    .where('thread_entries.type', '=', 'note')
    .where('conversations.deleted_at', 'is', null)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
}

export function selectMailedWait(db: Db, conversationId: string): Promise<Row<'mailed_waits'> | undefined> {
  return db.selectFrom('mailed_waits').selectAll().where('conversation_id', '=', conversationId).executeTakeFirst()
}

export async function upsertMailedWait(tx: Tx, row: NewRow<'mailed_waits'>): Promise<void> {
  const { conversation_id: _, ...changes } = row
  await tx
    .insertInto('mailed_waits')
    .values(row)
    .onConflict((conflict) => conflict.column('conversation_id').doUpdateSet(changes))
    .execute()
}

export async function deleteMailedWait(tx: Tx, conversationId: string, since: number): Promise<void> {
  await removeRows(tx, 'mailed_waits', { conversation_id: conversationId, waiting_since: since })
}

/** A run of an agent's checks; undefined if the run or the agent is deleted. */
export function selectRunToTell(db: Db, runId: string) {
  return db
    .selectFrom('check_runs')
    .innerJoin('agents', 'agents.id', 'check_runs.agent_id')
    .select(['check_runs.broke', 'check_runs.agent_id', 'agents.organization_id', 'agents.name as agent_name'])
    .where('check_runs.id', '=', runId)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
}
