import type { Bindings } from '../../http/binding.ts'
import { startMailGrant } from './ask-for-grant.ts'

export const mailGrantRoutes = {
  listMailProviders: { run: async ({ mailOauth }) => [...mailOauth.providers] },
  startMailGrant: { run: startMailGrant },
} satisfies Partial<Bindings>
