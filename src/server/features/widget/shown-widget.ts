import type { WidgetLocale } from '#contract/widget-enums.ts'
import { isAllowedOrigin, readOrigin, type WidgetSettings } from '#contract/widget-settings.ts'
import type { Dependencies } from '../../context.ts'
import { selectAgentOfPast, widgetOf } from '../agents/index.ts'
import { deleteSightingsBefore, putSighting, selectSighting, selectSightings } from './queries.ts'

export interface ShownWidget {
  id: string
  name: string
  /** Whether the launcher is drawn: not of an agent that is disabled or deleted. */
  isDrawn: boolean
  isDeleted: boolean
  appearance: WidgetSettings['appearance']
  locale: WidgetLocale | null
  /**
   * Returns the origin if pages of it may show the chat, and undefined otherwise. Both are remembered for the team,
   * except for this server's own origin, a text that is no origin, and a deleted agent.
   */
  allow(origin: string, ownOrigin: string): Promise<string | undefined>
}

/** How many origins that were allowed, and how many that were refused, are remembered: the latest. */
export const SIGHTINGS_KEPT = 20
/** Milliseconds: a sighting with the same outcome is written again only when it is older than this. */
const SEEN_EVERY_MS = 60_000

/** Reads what a page with an agent's chat shows; undefined if there never was such an agent. */
export async function readShownWidget(deps: Dependencies, id: string): Promise<ShownWidget | undefined> {
  const agent = await selectAgentOfPast(deps.database.read, id)
  if (!agent) return undefined
  const { appearance, locale, widget_origins: allowed } = widgetOf(agent)
  return {
    id: agent.id,
    name: agent.name,
    isDrawn: agent.deleted_at === null && agent.is_disabled === 0,
    isDeleted: agent.deleted_at !== null,
    appearance,
    locale,
    async allow(origin, ownOrigin) {
      if (origin === ownOrigin) return origin
      const isOrigin = readOrigin(origin) === origin && !origin.includes('*')
      const isAllowed = isOrigin && isAllowedOrigin(allowed, origin)
      if (isOrigin && agent.deleted_at === null) await noteSighting(deps, agent.id, origin, isAllowed ? 1 : 0)
      return isAllowed ? origin : undefined
    },
  }
}

/** Remembers by which origin the chat was requested. Only the latest are kept, as anybody can make up origins. */
async function noteSighting(deps: Dependencies, agentId: string, origin: string, isAllowed: 0 | 1): Promise<void> {
  const now = deps.now()
  const known = await selectSighting(deps.database.read, agentId, origin)
  if (known && known.is_allowed === isAllowed && known.seen_at > now - SEEN_EVERY_MS) return
  await deps.database.transaction(async (tx) => {
    await putSighting(tx, { agent_id: agentId, origin, is_allowed: isAllowed, seen_at: now })
    const kept = await selectSightings(tx, agentId, isAllowed, SIGHTINGS_KEPT)
    const oldest = kept.length === SIGHTINGS_KEPT ? kept.at(-1) : undefined
    if (oldest) await deleteSightingsBefore(tx, agentId, isAllowed, oldest.seen_at)
  })
}
