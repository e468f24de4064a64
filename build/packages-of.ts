import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** File of a build's folder that lists the packages of which it holds something. */
export const PACKAGES = '.vite/packages.json'

const PACKAGE = /.*?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+)/s

/** The packages that a bundle holds something of, as paths below the project's folder such as `node_modules/zod`. */
export function packagesOf(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Set<string> {
  const files = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames))
  return new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []))
}

/** Makes the Vite plugin that writes the list of packages, of which `npm run package` collects the licences. */
export function recordPackages(): Plugin {
  return {
    name: 'record-packages',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      writeFileSync(join(dir ?? '', PACKAGES), JSON.stringify([...packagesOf(Object.values(bundle))].sort()))
    },
  }
}
