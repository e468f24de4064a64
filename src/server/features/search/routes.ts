import type { Bindings } from '../../http/binding.ts'
import { search } from './search.ts'

export const searchRoutes: Bindings<'search'> = { search: { run: search } }
