import type { Bindings } from '../../http/binding.ts'
import { createKey } from './create-key.ts'
import { presentKey } from './presenter.ts'
import { selectKeys } from './queries.ts'
import { revokeKey } from './revoke-keys.ts'

export const keyRoutes = {
  listApiKeys: {
    run: async (ctx, { organization }) => (await selectKeys(ctx.database.read, organization.id)).map(presentKey),
  },
  createApiKey: { run: createKey },
  revokeApiKey: { run: revokeKey },
} satisfies Partial<Bindings>
