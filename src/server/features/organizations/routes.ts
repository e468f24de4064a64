import type { Bindings } from '../../http/binding.ts'
import { presentOrganization } from './presenter.ts'
import { updateOrganization } from './update-organization.ts'

export const organizationRoutes = {
  getOrganization: { run: (ctx, { organization }) => presentOrganization(ctx, organization) },
  updateOrganization: { run: updateOrganization },
} satisfies Partial<Bindings>
