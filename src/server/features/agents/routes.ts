import { latestChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { modelsWith } from '../own-models/index.ts'
import { createAgent } from './create-agent.ts'
import { deleteAgent } from './delete-agent.ts'
import { listAgents, listFullAgents } from './list-agents.ts'
import { putLogo, removeLogo } from './logo.ts'
import { presentAgent, presentSettings } from './presenter.ts'
import { updateAgent } from './update-agent.ts'
import { createIdentitySecret, updateSettings } from './update-settings.ts'

export const agentRoutes = {
  listAgents: {
    run: listAgents,
    // The ETag depends on the models too, because the answer names them and the operator may rename or remove them.
    version: async (ctx, { organization }) =>
      [await latestChange(ctx, organization.id), ...ctx.models.list().map(({ id, name }) => `${id} ${name}`)].join(
        '\n',
      ),
  },
  listFullAgents: { run: listFullAgents },
  createAgent: { run: createAgent },
  getAgent: { run: async (ctx, { agent }) => presentAgent(await modelsWith(ctx, agent, agent.model_id), agent) },
  updateAgent: { run: updateAgent },
  deleteAgent: { run: deleteAgent },
  getAgentSettings: { run: async (_ctx, { agent }) => presentSettings(agent) },
  updateAgentSettings: { run: updateSettings },
  createIdentitySecret: { run: createIdentitySecret },
  putLogo: { run: putLogo },
  removeLogo: { run: removeLogo },
} satisfies Partial<Bindings>
