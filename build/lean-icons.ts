import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/
const RUNTIME = fileURLToPath(new URL('../src/dashboard/lib/lucide-icon.ts', import.meta.url))

/** Builds lucide's icons with a runtime of twenty lines, and without the random keys and names that don't compress. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({
        code: code
          .replace('../createLucideIcon.mjs', RUNTIME)
          .replace(/^ {2}name: ".*",\n/m, '')
          .replace(/^ {2}size: 24,\n/m, '')
          .replace(/, key: "\w+"/g, ''),
        map: null,
      }),
    },
  }
}
