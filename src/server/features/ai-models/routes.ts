import type { Bindings } from '../../http/binding.ts'

export const aiModelRoutes: Bindings<'listAiModels' | 'listModels'> = {
  listAiModels: { run: async (ctx) => ctx.models.list() },
  listModels: {
    run: async (ctx) =>
      ctx.models.list().map((model) => ({ ...model, is_configured: ctx.models.isConfigured(model.id) })),
  },
}
