import type { Plugin } from 'vite'

const SHARED = /^lucide-react\/icons\/|\/lib\/line-hash\.ts$/
const PALETTE = /dashboard[\\/]features[\\/]navigation[\\/]palette[\\/]/

/**
 * Makes the Vite plugin that gives the command palette its own copies of its icons and of `line-hash.ts`. The palette
 * shows icons of every screen: if they were shared, each would move to a file that all screens load first, or the
 * palette would load the inbox for them.
 */
export function ownCopies(): Plugin {
  return {
    name: 'own-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      if (!SHARED.test(source) || !PALETTE.test(importer)) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && { ...resolved, id: `${resolved.id}?palette` }
    },
  }
}
