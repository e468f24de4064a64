import type { Context } from '../context.ts'
import { organizationEventMark } from '../db/event-mark.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes with every event of the agent, read from the agent's row. It serves as an ETag, but only for data
 * whose every change emits an event.
 */
export function latestAgentChange(ctx: Context, agent: { event_mark: string | null }): string {
  return mark(ctx, agent.event_mark ?? '')
}

/**
 * A text that changes with every event of the organization but those of its overview's sums, at the cost of one index
 * lookup; see `latestAgentChange`.
 */
export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await organizationEventMark(ctx.database.read, organizationId))
}

/**
 * Adds the number of the week to the mark, because events are deleted after a week: otherwise the mark of an emptied
 * log would equal that of one which never had an event.
 */
function mark(ctx: Context, events: string): string {
  return `${events} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
