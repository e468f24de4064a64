import { actingUserId, type Context } from '../../context.ts'
import { latestAgentChange, latestChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { getAgentActivity, getInboxLine, getInboxSummary, listInbox } from './list-inbox.ts'

/** An ETag with who asks: a browser's cache may hold answers to two people who signed in one after the other. */
async function changeFor(ctx: Context, organizationId: string): Promise<string> {
  return `${await latestChange(ctx, organizationId)} ${actingUserId(ctx)}`
}

export const inboxRoutes = {
  listInbox: { run: listInbox, version: (ctx, { organization }) => changeFor(ctx, organization.id) },
  getInboxSummary: { run: getInboxSummary, version: (ctx, { organization }) => changeFor(ctx, organization.id) },
  getInboxLine: { run: getInboxLine },
  getAgentActivity: { run: getAgentActivity, version: (ctx, { agent }) => latestAgentChange(ctx, agent) },
} satisfies Partial<Bindings>
