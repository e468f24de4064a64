import type { Context } from '../context.ts'
import { organizationEventMark } from '../db/event-mark.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes whenever anything of an agent's, or of an organization's, has, by its events: an indexed look.
 * What changes without an event must not rely on it.
 */
export function latestAgentChange(ctx: Context, agent: { event_mark: string | null }): string {
  return mark(ctx, agent.event_mark ?? '')
}

export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await organizationEventMark(ctx.database.read, organizationId))
}

/** Events are forgotten in time. The week tells "nothing yet" from "nothing any more". */
function mark(ctx: Context, events: string): string {
  return `${events} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
