import type { Plugin } from 'vite'

const SHARED = /^lucide-react\/icons\/|\/lib\/line-hash\.ts$/
const PALETTE = /dashboard[\\/]features[\\/]navigation[\\/]palette[\\/]/

/**
 * Makes the Vite plugin that gives the command palette copies of its icons, and of what names a line of a thread. It
 * shows the icons of every screen: shared with them, each would move to a file that all screens load first, or the
 * palette would load the inbox for its icons.
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
