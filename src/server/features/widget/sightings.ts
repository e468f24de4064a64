import { isoTime } from '../../db/time.ts'
import type { Verb } from '../../http/binding.ts'
import { selectSightings } from './queries.ts'
import { SIGHTINGS_KEPT } from './shown-widget.ts'

/** On which websites the chat was seen lately, and on which it was refused. */
export const listSightings: Verb<'getWidgetSightings'> = async (ctx, { agent }) => {
  const list = async (isAllowed: 0 | 1) =>
    (await selectSightings(ctx.database.read, agent.id, isAllowed, SIGHTINGS_KEPT)).map(({ origin, seen_at }) => ({
      origin,
      seen_at: isoTime(seen_at),
    }))
  return { seen: await list(1), refused: await list(0) }
}
