import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Bindings } from '../../http/binding.ts'
import { organizationOf } from '../organizations/index.ts'
import { readOverview } from './get-overview.ts'
import { listBehind } from './list-conversations.ts'
import type { Scope } from './queries.ts'

const zoneOf = async (ctx: Context, agent: Row<'agents'>): Promise<string> =>
  (await organizationOf(ctx.database.read, agent)).time_zone

/** All agents of an organization, or one of them. */
const scopeOf = (
  organizationId: string,
  { agent = organizationId, channel }: { agent?: string | undefined; channel?: Scope['channel'] },
): Scope => ({ organizationId, id: agent, channel })

const scopeOfAgent = ({ id, organization_id }: Row<'agents'>, { channel }: { channel?: Scope['channel'] }): Scope =>
  scopeOf(organization_id, { agent: id, channel })

export const overviewRoutes = {
  getOverview: {
    run: (ctx, { organization, query }) =>
      readOverview(ctx, scopeOf(organization.id, query), { range: query.range, zone: organization.time_zone }),
  },
  listOverviewConversations: {
    run: (ctx, { organization, query }) =>
      listBehind(ctx, scopeOf(organization.id, query), { ...query, zone: organization.time_zone }),
  },
  getAgentOverview: {
    run: async (ctx, { agent, query }) =>
      readOverview(ctx, scopeOfAgent(agent, query), { range: query.range, zone: await zoneOf(ctx, agent) }),
  },
  listAgentOverviewConversations: {
    run: async (ctx, { agent, query }) =>
      listBehind(ctx, scopeOfAgent(agent, query), { ...query, zone: await zoneOf(ctx, agent) }),
  },
} satisfies Partial<Bindings>
