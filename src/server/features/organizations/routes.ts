import type { Bindings } from '../../http/binding.ts'
import { presentOrganization } from './presenter.ts'
import { changeOrganization, selectOrganization } from './queries.ts'

export const organizationRoutes: Bindings<'getOrganization' | 'updateOrganization'> = {
  getOrganization: { run: (ctx, { organization }) => presentOrganization(ctx, organization) },
  updateOrganization: {
    async run(ctx, { organization, body }) {
      const changed = await ctx.database.transaction(async (tx) => {
        await changeOrganization(tx, organization.id, { ...body, updated_at: ctx.now() })
        return selectOrganization(tx, organization.id)
      })
      return presentOrganization(ctx, changed ?? organization)
    },
  },
}
