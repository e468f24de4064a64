import type { Db } from '../../db/tables.ts'

/** The agent of an organization's conversation, and the name of a person; undefined if either does not exist. */
export function selectOpenedBy(db: Db, organizationId: string, conversationId: string, userId: string) {
  return db
    .selectFrom('conversations')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select(['conversations.agent_id', 'users.name'])
    .where('conversations.id', '=', conversationId)
    .where('conversations.organization_id', '=', organizationId)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}
