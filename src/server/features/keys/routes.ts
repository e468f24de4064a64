import type { Bindings } from '../../http/binding.ts'
import { createKey } from './create-key.ts'
import { presentKey } from './presenter.ts'
import { markKeyRevoked, selectKeys } from './queries.ts'

export const keyRoutes: Bindings<'listApiKeys' | 'createApiKey' | 'revokeApiKey'> = {
  listApiKeys: {
    run: async (ctx, { organization }) => (await selectKeys(ctx.database.read, organization.id)).map(presentKey),
  },
  createApiKey: { run: createKey },
  revokeApiKey: {
    run: (ctx, { key }) =>
      ctx.database.transaction((tx) => markKeyRevoked(tx, key.id, ctx.now())).then(() => undefined),
  },
}
