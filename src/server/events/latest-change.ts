import type { Context } from '../context.ts'
import { organizationEventMark } from '../db/event-mark.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes with every event of the agent: an ETag for data whose every change emits one.
 * @param agent a row whose `event_mark` was selected with `agentEventMark`
 */
export function latestAgentChange(ctx: Context, agent: { event_mark: string | null }): string {
  return mark(ctx, agent.event_mark ?? '')
}

/**
 * A text that changes with every event of the organization, at the cost of one or two index lookups. It serves as an
 * ETag, but only for data whose every change emits an event.
 */
export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await organizationEventMark(ctx.database.read, organizationId))
}

/** Adds the week to the mark, as a log whose events were deleted after a week would equal one that never had any. */
function mark(ctx: Context, events: string): string {
  return `${events} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
