import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Bindings } from '../../http/binding.ts'
import { organizationOf } from '../organizations/index.ts'
import { readOverview } from './get-overview.ts'
import { listBehind } from './list-conversations.ts'
import type { Scope } from './queries.ts'

type OverviewRoute = 'getOverview' | 'listOverviewConversations' | 'getAgentOverview' | 'listAgentOverviewConversations'

const zoneOf = async (ctx: Context, agent: Row<'agents'>): Promise<string> =>
  (await organizationOf(ctx.database.read, agent)).time_zone

/** All agents of an organization, or one of them. */
const scopeOf = (id: string, { agent, channel }: { agent?: string | undefined } & Pick<Scope, 'channel'>): Scope => ({
  organizationId: id,
  id: agent ?? id,
  channel,
})

const scopeOfAgent = ({ id, organization_id }: Row<'agents'>, { channel }: Pick<Scope, 'channel'>): Scope => ({
  organizationId: organization_id,
  id,
  channel,
})

export const overviewRoutes: Bindings<OverviewRoute> = {
  getOverview: {
    run: (ctx, { organization, query }) =>
      readOverview(ctx, scopeOf(organization.id, { agent: query.agent, channel: query.channel }), {
        range: query.range,
        zone: organization.time_zone,
      }),
  },
  listOverviewConversations: {
    run: (ctx, { organization, query: { agent, channel, ...asked } }) =>
      listBehind(ctx, scopeOf(organization.id, { agent, channel }), {
        ...asked,
        part: asked.part,
        cursor: asked.cursor,
        zone: organization.time_zone,
      }),
  },
  getAgentOverview: {
    run: async (ctx, { agent, query }) =>
      readOverview(ctx, scopeOfAgent(agent, { channel: query.channel }), {
        range: query.range,
        zone: await zoneOf(ctx, agent),
      }),
  },
  listAgentOverviewConversations: {
    run: async (ctx, { agent, query: { channel, ...asked } }) =>
      listBehind(ctx, scopeOfAgent(agent, { channel }), {
        ...asked,
        part: asked.part,
        cursor: asked.cursor,
        zone: await zoneOf(ctx, agent),
      }),
  },
}
