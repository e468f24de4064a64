import type { Bindings } from '../../http/binding.ts'
import { askPlayground } from './ask-playground.ts'

export const playgroundRoutes = {
  askPlayground: { run: askPlayground },
} satisfies Partial<Bindings>
