import type { Context } from '../context.ts'
import { lastEventSequence } from '../db/visible-events.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes whenever anything of an agent's, or of an organization's, has: its latest event, one indexed
 * row. What changes without an event must not rely on it.
 */
export function latestAgentChange(ctx: Context, agent: { last_event: number | null }): string {
  return mark(ctx, agent.last_event ?? 0)
}

export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await lastEventSequence(ctx.database.read, organizationId))
}

/** Events are forgotten in time. The week tells "nothing yet" from "nothing any more". */
function mark(ctx: Context, sequence: number): string {
  return `${sequence} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
