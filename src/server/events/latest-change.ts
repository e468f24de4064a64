import type { Context } from '../context.ts'
import { lastAgentEventSequence, lastEventSequence } from '../db/visible-events.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes whenever anything of an agent's, or of an organization's, has: its latest event, one indexed
 * row. What changes without an event must not rely on it.
 */
export async function latestAgentChange(ctx: Context, agentId: string): Promise<string> {
  return mark(ctx, await lastAgentEventSequence(ctx.database.read, agentId))
}

export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await lastEventSequence(ctx.database.read, organizationId))
}

/** Events are forgotten in time. The week tells "nothing yet" from "nothing any more". */
function mark(ctx: Context, sequence: number): string {
  return `${sequence} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
