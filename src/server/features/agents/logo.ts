import { redrawLogo, UnusableImage } from '../../adapters/images/redraw-logo.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { changeAgentRow } from './change-agent-row.ts'
import { presentSettings } from './presenter.ts'
import { deleteLogo, insertLogo } from './queries.ts'
import { widgetWithLogo } from './widget-settings.ts'

/** Replaces an agent's logo with an uploaded image, drawn again. @throws AppError 422 on `file` */
export const putLogo: Verb<'putLogo'> = async (ctx, input) => {
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

export const removeLogo: Verb<'removeLogo'> = async (ctx, input) => {
  await ctx.database.transaction((tx) => changeLogo(ctx, tx, input.agent.id, null))
}

async function changeLogo(ctx: Context, tx: Tx, agentId: string, logo: string | null) {
  const decide = (agent: Parameters<typeof widgetWithLogo>[0]) => ({ widget: widgetWithLogo(agent, logo) })
  const row = await changeAgentRow(ctx, tx, agentId, decide, 'agent.settings_changed')
  await deleteLogo(tx, agentId)
  return row
}
