import type { Bindings } from '../../http/binding.ts'
import { presentImpact } from './presenter.ts'
import { createImpact } from './start-impact.ts'

export const impactRoutes = {
  createImpact: { run: createImpact },
  getImpact: { run: (ctx, { impact }) => ctx.database.snapshot((db) => presentImpact(db, impact)) },
} satisfies Partial<Bindings>
