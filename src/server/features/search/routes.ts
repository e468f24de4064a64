import type { Bindings } from '../../http/binding.ts'
import { search } from './search.ts'

export const searchRoutes = { search: { run: search } } satisfies Partial<Bindings>
