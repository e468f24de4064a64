import { newId } from '#server/db/ids.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { hashToken, newApiKey } from '#server/features/keys/token.ts'
import { type Seeding, seedConversations } from './seed.ts'

/** An organization that has one agent, and an API key for it. */
export interface SeededOrganization {
  agent: string
  key: string
}

/** Creates further organizations like an existing agent's, each with one agent, one API key and some conversations. */
export async function seedOrganizations(
  db: Db,
  like: Seeding,
  { count, conversations }: { count: number; conversations: number },
): Promise<SeededOrganization[]> {
  const seeded: SeededOrganization[] = []
  for (let number = 0; number < count; number += 1) {
    const organizationId = newId()
    const agentId = newId()
    const key = newApiKey()
    await copyRow(db, 'organizations', { id: like.organizationId }, { id: organizationId })
    await copyRow(db, 'agents', { id: like.agentId }, { id: agentId, organization_id: organizationId })
    // A key acts as its maker, who has to be a member.
    await copyRow(db, 'memberships', { organization_id: like.organizationId }, { organization_id: organizationId })
    const changes = { id: newId(), organization_id: organizationId, key_hash: hashToken(key) }
    await copyRow(db, 'api_keys', { organization_id: like.organizationId }, changes)
    await seedConversations(db, { agentId, organizationId }, conversations)
    seeded.push({ agent: agentId, key })
  }
  return seeded
}

async function copyRow(db: Db, table: keyof Tables, of: Record<string, string>, changes: Record<string, string>) {
  const [[column, value]] = Object.entries(of) as [[string, string]]
  const row = await db
    .selectFrom(table as 'agents')
    .selectAll()
    .where(column as 'id', '=', value)
    .executeTakeFirstOrThrow()
  await db
    .insertInto(table as 'agents')
    .values({ ...row, ...changes })
    .execute()
}
