import { newId } from '../db/ids.ts'
import type { NewRow } from '../db/rows.ts'
import type { Tx } from '../db/tables.ts'
import { sourcesOf } from '../features/sites/can-apply.ts'

const times = { created_at: 1, updated_at: 1 }

/** A user's row, for tests of the database itself. Tests of features create users through the API. */
export function sampleUser(changes: Partial<NewRow<'users'>> = {}): NewRow<'users'> {
  const id = newId()
  return { id, email: `${id}@example.com`, name: 'Someone', password_hash: 'x', created_at: 1, ...changes }
}

/** Inserts an organization with its owner; returns its id. */
export async function insertOrganization(tx: Tx): Promise<string> {
  const user = sampleUser()
  const id = newId()
  await tx.insertInto('users').values(user).execute()
  await tx
    .insertInto('organizations')
    .values({ id, name: 'Organization', plan: 'free', ...times })
    .execute()
  await tx
    .insertInto('memberships')
    .values({ organization_id: id, user_id: user.id, role: 'owner', joined_at: 1, last_seen_at: null })
    .execute()
  return id
}

/** Inserts an agent of the organization; returns its id. */
export async function insertAgent(tx: Tx, organizationId: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('agents')
    .values({
      id,
      organization_id: organizationId,
      name: 'Agent',
      description: '',
      model_id: 'model',
      human_intervention: 0,
      only_human: 0,
      is_disabled: 0,
      disabled_reason: null,
      instructions: '',
      greeting: 'Hello',
      identity_mode: 'off',
      threshold: 'balanced',
      checks_after_training: 1,
      checks_due_at: null,
      identity_secret: null,
      knowledge_version: 0,
      widget: null,
      deleted_at: null,
      ...times,
    })
    .execute()
  return id
}

/** Makes the row of a conversation of the agent, without inserting it. */
export function sampleConversation(
  organizationId: string,
  agentId: string,
  changes: Partial<NewRow<'conversations'>> = {},
): NewRow<'conversations'> {
  return {
    id: newId(),
    organization_id: organizationId,
    agent_id: agentId,
    session_id: newId(),
    origin: 'public_api',
    status: 'open',
    response_mode: 'ai',
    chat_user_id: newId(),
    chat_user_name: null,
    chat_user_email: null,
    identity_verified: 0,
    turn: 0,
    message_count: 0,
    webhook_sequence: 0,
    last_message_role: null,
    last_message_excerpt: null,
    last_message_at: null,
    waiting_since: null,
    waited_since: null,
    entry_count: 0,
    assignee_id: null,
    snoozed_until: null,
    label_ids: '[]',
    deleted_at: null,
    ...times,
    ...changes,
  }
}

/** Inserts a site of the agent with a plan that adds one page and can be applied; returns their ids. */
export async function insertSite(tx: Tx, organizationId: string, agentId: string) {
  const [site, plan, page] = [newId(), newId(), newId()]
  const url = 'https://example.com/'
  const globs = { include: '[]', exclude: '[]' }
  await tx
    .insertInto('sites')
    .values({
      ...{ id: site, organization_id: organizationId, agent_id: agentId, url, ...globs, next_at: null, ...times },
      ...{ schedule: 'off', hour: 3, weekday: 'monday', policy: 'ask' },
    })
    .execute()
  await tx
    .insertInto('plans')
    .values({
      ...{ id: plan, site_id: site, crawl_id: newId(), status: 'ready', asks: '["first"]', broke: '[]' },
      ...{ added: 1, changed: 0, gone: 0, unchanged: 0, chosen: 0, done: 0, failed: 0, problem: null },
      ...{ made_for: await sourcesOf(tx, site), created_at: 1, ended_at: null },
    })
    .execute()
  await tx
    .insertInto('plan_pages')
    .values({
      ...{ id: page, plan_id: plan, position: 0, url: `${url}${page}`, title: 'Page', change_name: 'added' },
      ...{ state: 'proposed', source_id: null, source_version: null, lines_added: 1, lines_removed: 0, problem: null },
    })
    .execute()
  return { site, plan, page }
}
