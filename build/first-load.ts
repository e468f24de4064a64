/**
 * Lists the scripts that a first visit to each address of the dashboard loads, for the server to announce them with the
 * page, and measures them: `npx node build/first-load.ts` prints the sizes of the last build.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Bytes of gzip, and files, that a first visit may load. */
export const BOUND = { bytes: 220_000, files: 3 }

const ROUTES = resolve(import.meta.dirname, '../src/dashboard/routes')
/** File of the output folder that lists, by address, the scripts besides those that index.html names. */
const LIST = '.vite/preloads.json'

type Scripts = Record<string, string[]>

/** Makes the Vite plugin that writes the list, from addresses such as `/agents/$agentId` to their scripts. */
export function listScripts(): Plugin {
  return {
    name: 'list-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const named = withImports(chunks.filter(({ isEntry }) => isEntry))
      const screens = globSync('**/*.tsx', { cwd: ROUTES }).flatMap((file): [string, string[]][] => {
        const own = [file, ...layoutsOf(file)].flatMap((route) => chunks.filter((chunk) => holds(chunk, route)))
        // Neither a redirect, nor a layout that comes with the page, nor the route of all addresses that no other has.
        if (!chunks.some((chunk) => holds(chunk, file)) || file.endsWith('/$.tsx')) return []
        return [[addressOf(file), [...withImports(own)].filter((script) => !named.has(script))]]
      })
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(Object.fromEntries(screens)) })

      function withImports(from: Rolldown.OutputChunk[], seen = new Set<string>()): Set<string> {
        for (const { fileName, imports } of from) {
          if (seen.has(fileName)) continue
          seen.add(fileName)
          withImports(
            chunks.filter((chunk) => imports.includes(chunk.fileName)),
            seen,
          )
        }
        return seen
      }
    },
  }
}

/** Whether a chunk contains the part of a route that the router's plugin splits off its file. */
const holds = ({ moduleIds }: Rolldown.OutputChunk, route: string): boolean =>
  moduleIds.some((id) => id.startsWith(`${join(ROUTES, route)}?tsr-split=`))

/** The route files around a route: for `_app/inbox/index.tsx` they are `_app/inbox.tsx` and `_app.tsx`. */
function layoutsOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [`${folder}.tsx`, ...layoutsOf(folder)]
}

function addressOf(file: string): string {
  const parts = file.replace(/\.tsx$/, '').split(/[/.]/)
  // A `_` at the end says that the route is outside the layout of that name: `settings_.api-keys.tsx`.
  const shown = parts.filter((part) => !part.startsWith('_') && part !== 'index').map((part) => part.replace(/_$/, ''))
  return `/${shown.join('/')}`
}

interface FirstLoad {
  address: string
  bytes: number
  files: string[]
}

/** What a first visit to each address loads, the most first; bytes of gzip. @param folder The build's output folder. */
export function firstLoads(folder: string): FirstLoad[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
  const sizeOf = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  return Object.entries(JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as Scripts)
    .map(([address, scripts]) => {
      const files = [...named, ...scripts]
      return { address, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0), files }
    })
    .sort((a, b) => b.bytes - a.bytes)
}

export const describeFirstLoads = (loads: readonly FirstLoad[]): string =>
  loads.map(({ address, bytes, files }) => `${(bytes / 1000).toFixed(1)} kB  ${address}  ${files.join(' ')}`).join('\n')

if (import.meta.main) console.log(describeFirstLoads(firstLoads(resolve(process.argv[2] ?? 'dist/dashboard'))))
