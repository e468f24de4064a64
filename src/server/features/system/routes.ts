import { actingUserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Bindings } from '../../http/binding.ts'
import { firstOrganization } from '../organizations/index.ts'
import { presentSystem } from './present-system.ts'
import { selectOwners } from './queries.ts'

export const systemRoutes = {
  getSystem: {
    async run(ctx) {
      const { read } = ctx.database
      const first = await firstOrganization(read)
      const owners = first === undefined ? [] : await selectOwners(read, first)
      const userId = actingUserId(ctx)
      if (!owners.some(({ id }) => id === userId)) throw new AppError('forbidden')
      return presentSystem(ctx)
    },
  },
} satisfies Partial<Bindings>
