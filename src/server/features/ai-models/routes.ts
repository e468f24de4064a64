import type { Bindings } from '../../http/binding.ts'
import { modelsOf, selectAccounts, selectModels } from '../own-models/index.ts'

export const aiModelRoutes = {
  listAiModels: { run: async (ctx) => ctx.models.list() },
  listModels: {
    run: async (ctx) =>
      ctx.models.list().map((model) => ({ ...model, is_configured: ctx.models.isConfigured(model.id) })),
  },
  listOwnModels: {
    async run(ctx, { organization }) {
      const { read } = ctx.database
      const models = await modelsOf(ctx, organization.id)
      const accounts = new Map((await selectAccounts(read, organization.id)).map((row) => [row.id, row]))
      const own = new Map((await selectModels(read, organization.id)).map((row) => [row.id, row]))
      return models.list().map((model) => {
        const group = models.groupOf(model.id)
        const row = own.get(model.id)
        const account = row && accounts.get(row.account_id)
        return {
          ...model,
          is_configured: models.isConfigured(model.id),
          group,
          account: account ? { id: account.id, name: account.name } : null,
          credits: group === 'own' ? 0 : 1,
          context_length: row?.context_length ?? null,
          calls_tools: group === 'built_in' ? true : row?.calls_tools == null ? null : row.calls_tools === 1,
        }
      })
    },
  },
} satisfies Partial<Bindings>
