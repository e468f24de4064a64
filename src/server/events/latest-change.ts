import type { Context } from '../context.ts'
import { organizationEventMark } from '../db/event-mark.ts'
import { EVENTS_KEPT_MS } from './read-events.ts'

/**
 * A text that changes with every event of the agent. It serves as an ETag, but only for data whose every change emits
 * an event.
 * @param agent a row whose `event_mark` was selected with `agentEventMark`
 */
export function latestAgentChange(ctx: Context, agent: { event_mark: string | null }): string {
  return mark(ctx, agent.event_mark ?? '')
}

/**
 * A text that changes with every event of the organization, except for `rollup.updated`, at the cost of one or two
 * index lookups. It serves as an ETag, but only for data whose every change emits an event of another type.
 */
export async function latestChange(ctx: Context, organizationId: string): Promise<string> {
  return mark(ctx, await organizationEventMark(ctx.database.read, organizationId))
}

/**
 * Adds the number of the week to the mark, because events are deleted after a week: otherwise the mark of a log whose
 * events are all deleted would equal that of a log which never had any.
 */
function mark(ctx: Context, events: string): string {
  return `${events} ${Math.floor(ctx.now() / EVENTS_KEPT_MS)}`
}
