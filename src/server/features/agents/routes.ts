import { defaultGreeting } from '#contract/greetings.ts'
import { redrawLogo, UnusableImage } from '../../adapters/images/redraw-logo.ts'
import type { Models } from '../../adapters/models/catalogue.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { latestChange } from '../../events/latest-change.ts'
import type { Bindings, Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { recordAudit } from '../audit/index.ts'
import { modelsOf, modelsWith } from '../own-models/index.ts'
import { changeAgentRow, countAgent, totalAgents } from './change-agent-row.ts'
import { choosableModel, modelColumns } from './choosable-model.ts'
import { presentAgent, presentFullAgent, presentSettings } from './presenter.ts'
import {
  agentIds,
  changeAgent,
  deleteLogo,
  insertAgent,
  insertLogo,
  lockAgent,
  selectAgents,
  selectFullAgents,
} from './queries.ts'
import { updateAgent } from './update-agent.ts'
import { createIdentitySecret, updateSettings } from './update-settings.ts'
import { widgetWithLogo } from './widget-settings.ts'

const createAgent: Verb<'createAgent'> = async (ctx, input) => {
  const { organization, body } = input
  const asking = { ...organization, organization_id: organization.id }
  const model = body.id ? await choosableModel(ctx, asking, body.id, 'id') : ctx.models.defaultModel
  const now = ctx.now()
  const fields = {
    id: newId(),
    organization_id: organization.id,
    name: body.name,
    description: body.description ?? '',
    human_intervention: 0 as const,
    only_human: 0 as const,
    is_disabled: 0 as const,
    disabled_reason: null,
    instructions: '',
    greeting: defaultGreeting,
    identity_mode: 'off' as const,
    identity_secret: null,
    knowledge_version: 0,
    threshold: 'balanced' as const,
    verification: 'strict' as const,
    hand_over: 'offer' as const,
    close_quiet_hours: 24,
    continuity_mailbox_id: null,
    checks_after_training: 1 as const,
    checks_due_at: null,
    widget: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  return ctx.database.transaction(async (tx) => {
    const row = { ...fields, ...(await modelColumns(ctx, tx, organization.id, model.id, 'id')) }
    await insertAgent(tx, row)
    await countAgent(tx, row, 1)
    await emit(ctx, tx, organization.id, { type: 'agent.created', agent_id: row.id })
    return ctx.answer(tx, presentAgent(await modelsWith(ctx, row, row.model_id, tx), row))
  })
}

/** Marks an agent as deleted. From then on the API answers 404 for it, and jobs left over only end what they began. */
const deleteAgent: Verb<'deleteAgent'> = async (ctx, input) => {
  const { id } = input.agent
  await ctx.database.transaction(async (tx) => {
    const found = await lockAgent(tx, id)
    if (!found) return
    await changeAgent(tx, id, { deleted_at: ctx.now() })
    await countAgent(tx, found, -1)
    const target = { type: 'agent' as const, id, name: found.name }
    await recordAudit(ctx, tx, { organizationId: found.organization_id, action: 'agent.deleted', target })
    await emit(ctx, tx, found.organization_id, { type: 'agent.deleted', agent_id: id })
  })
  ctx.knowledge.forget(id)
}

type Input = VerbInput<'listAgents'>

const listAgents = (ctx: Context, input: Input): Promise<VerbResult<'listAgents'>> =>
  pageOfAgents(ctx, input, selectAgents, presentAgent)

const listFullAgents = (ctx: Context, input: Input): Promise<VerbResult<'listFullAgents'>> =>
  pageOfAgents(ctx, input, selectFullAgents, presentFullAgent)

async function pageOfAgents<Agent extends Row<'agents'>, Item>(
  ctx: Context,
  { organization, query }: Input,
  rows: (db: Db, ids: string[]) => Promise<Agent[]>,
  present: (models: Models, row: Agent) => Item,
) {
  const models = await modelsOf(ctx, organization.id)
  return readPage(ctx.database, query, {
    total: (db) => totalAgents(db, organization.id, query),
    ids: (db) => agentIds(db, organization.id, query),
    rows,
    present: (row) => present(models, row),
  })
}

/** Replaces an agent's logo with an uploaded image, drawn again. @throws AppError 422 on `file` */
const putLogo: Verb<'putLogo'> = async (ctx, input) => {
  if (!input.body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const bytes = new Uint8Array(await input.body.file.arrayBuffer())
  const image = await redrawLogo(bytes).catch((error) => {
    throw error instanceof UnusableImage ? invalid('file', error.message) : error
  })
  return ctx.database.transaction(async (tx) => {
    const id = newId()
    const row = await changeLogo(ctx, tx, input.agent.id, id)
    await insertLogo(tx, { id, agent_id: input.agent.id, image: image.toString('base64') })
    return presentSettings(row)
  })
}

const removeLogo: Verb<'removeLogo'> = async (ctx, input) => {
  await ctx.database.transaction((tx) => changeLogo(ctx, tx, input.agent.id, null))
}

async function changeLogo(ctx: Context, tx: Tx, agentId: string, logo: string | null) {
  const decide = (agent: Parameters<typeof widgetWithLogo>[0]) => ({ widget: widgetWithLogo(agent, logo) })
  const row = await changeAgentRow(ctx, tx, agentId, decide, 'agent.settings_changed')
  await deleteLogo(tx, agentId)
  return row
}

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
