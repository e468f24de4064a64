import type { Context } from '../context.ts'
import { organizationEventMark } from '../db/event-mark.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes with every event of an agent, or of an organization, at the cost of an index lookup. What changes
 * without an event must not rely on it.
 */
export function latestAgentChange(ctx: Context, agent: { event_mark: string | null }): string {
  return mark(ctx, agent.event_mark ?? '')
}

export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await organizationEventMark(ctx.database.read, organizationId))
}

/** Old events are deleted, so the number of the week is added: it tells "no events yet" from "no events any more". */
function mark(ctx: Context, events: string): string {
  return `${events} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
