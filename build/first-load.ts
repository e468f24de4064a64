/**
 * Measures the JavaScript that a first visit to each dashboard address loads: the entry, the chunks of the address's
 * routes, and their imports. `npx node build/first-load.ts [--files] [folder]` prints the sizes and exits 1 above the
 * budget.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { screenFile } from './chunks.ts'

/** Bytes of gzip. It leaves room to write components plainly; what a visit takes is measured by `bench -- first-visit`. */
export const BUDGET = 220_000

const ROOT = resolve(import.meta.dirname, '..')
const ROUTES = 'src/dashboard/routes'
/**
 * The route for every address that no other route has. Taken as a pattern it would match other routes' addresses too.
 */
const ANY_OTHER = '/$'

/**
 * Names of the chunks that a screen loads on demand, but always and at once: they are announced with its own files.
 */
const SOON: Record<string, string[]> = {
  '/inbox': ['inbox-parts'],
  '/inbox/$agentId/$conversationId': ['inbox-parts', 'markdown-view'],
}

/** File of the output folder that lists by address the scripts that the dashboard's server announces with a page. */
const PRELOADS = '.vite/preloads.json'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  isEntry?: boolean
}

type Manifest = Record<string, Chunk>

interface FirstLoad {
  /** The address with its parameters, such as `/agents/$agentId/settings`. */
  route: string
  bytes: number
  files: { file: string; bytes: number }[]
}

/**
 * Lists every address that has a screen with the scripts its first visit loads, the largest total first; sizes in bytes
 * of gzip.
 * @param folder The output folder of `vite build`, including its manifest.
 */
export function firstLoads(folder: string): FirstLoad[] {
  const manifest = readManifest(folder)
  const entry = entryOf(manifest)
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
    sizes.set(file, known)
    return known
  }
  const loads = routeFiles()
    .filter(hasScreen) // redirects have no screen
    .map((file) => {
      const keys = new Set<string>()
      for (const root of [entry, ...withLayouts(file).flatMap((own) => chunksOf(manifest, own))])
        addWithImports(manifest, root, keys)
      const files = [...new Set([...keys].map((key) => manifest[key]!.file))]
        .map((name) => ({ file: name, bytes: sizeOf(name) }))
        .sort((a, b) => b.bytes - a.bytes)
      return { route: addressOf(file), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
    })
  return loads.sort((a, b) => b.bytes - a.bytes)
}

/**
 * Lists the scripts that each address loads at once, except those that index.html itself names. The route for addresses
 * that no other route has is left out.
 * @returns from the address with its parameters, such as `/agents/$agentId`, to paths such as `assets/inbox-….js`
 */
export function preloads(folder: string): Record<string, string[]> {
  const manifest = readManifest(folder)
  const named = new Set<string>()
  addWithImports(manifest, entryOf(manifest), named)
  return Object.fromEntries(
    routeFiles()
      .filter((file) => hasScreen(file) && addressOf(file) !== ANY_OTHER)
      .map((file) => {
        const keys = new Set<string>()
        const soon = (SOON[addressOf(file)] ?? []).flatMap((name) => chunksNamed(manifest, name))
        for (const root of [...withLayouts(file).flatMap((own) => chunksOf(manifest, own)), ...soon])
          addWithImports(manifest, root, keys)
        return [
          addressOf(file),
          [...new Set([...keys].filter((key) => !named.has(key)).map((key) => manifest[key]!.file))],
        ]
      }),
  )
}

export function describeFirstLoads(loads: readonly FirstLoad[], withFiles = false): string {
  const lines = loads.flatMap(({ route, bytes, files }) => [
    `${kilobytes(bytes)}  ${route}  (${files.length} files)`,
    ...(withFiles ? files.map((file) => `    ${kilobytes(file.bytes)}  ${file.file}`) : []),
  ])
  return lines.join('\n')
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest

const entryOf = (manifest: Manifest) => Object.keys(manifest).find((key) => manifest[key]!.isEntry)!

/**
 * Makes the Vite plugin that, at the end of a build, prints the size of each address's first visit and writes the list
 * of scripts to announce.
 */
export function reportFirstLoads(): Plugin {
  let folder = ''
  let print: (text: string) => void
  return {
    name: 'report-first-loads',
    apply: 'build',
    configResolved({ root, build, logger }) {
      folder = resolve(root, build.outDir)
      print = (text) => logger.info(text)
    },
    writeBundle: () => {
      print(`JavaScript of a first visit (gzip):\n${describeFirstLoads(firstLoads(folder))}`)
      writeFileSync(join(folder, PRELOADS), JSON.stringify(preloads(folder)))
    },
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

/**
 * Route files that have an address of their own: neither layouts around other routes nor files private to a route
 * (`-…`).
 */
function routeFiles(): string[] {
  const files = globSync('**/*.tsx', { cwd: join(ROOT, ROUTES) }).filter((file) => !/(^|\/)(-|__root)/.test(file))
  return files.filter((file) => !files.some((other) => other.startsWith(`${file.slice(0, -'.tsx'.length)}/`)))
}

/**
 * A route file with the layouts around it that are not part of the entry: for `_app/inbox/index.tsx` that is
 * `_app/inbox.tsx`, but not `_app.tsx`.
 */
function withLayouts(file: string): string[] {
  const folders = file.split('/').slice(0, -1)
  const around = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/')}.tsx`)
  return [...around.filter((layout) => existsSync(join(ROOT, ROUTES, layout)) && hasScreen(layout)), file]
}

function hasScreen(file: string): boolean {
  const code = readFileSync(join(ROOT, ROUTES, file), 'utf8')
  // A route with `codeSplitGroupings: []` is bundled into the entry.
  return /\bcomponent:/.test(code) && !code.includes('codeSplitGroupings: []')
}

/** Manifest keys of a route's screen, which chunks.ts puts into a file of its own. */
function chunksOf(manifest: Manifest, file: string): string[] {
  const name = screenFile(file.slice(0, -'.tsx'.length))
  const keys = chunksNamed(manifest, name)
  if (keys.length === 0)
    throw new Error(`The screen of ${file} is in no chunk of its own, so that nobody can tell its cost.`)
  return keys
}

const chunksNamed = (manifest: Manifest, name: string) =>
  Object.keys(manifest).filter((key) => manifest[key]!.name === name)

function addWithImports(manifest: Manifest, key: string, seen: Set<string>): void {
  if (seen.has(key)) return
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) addWithImports(manifest, imported, seen)
}

function addressOf(file: string): string {
  const parts = file.slice(0, -'.tsx'.length).split(/[/.]/)
  // A `_` at the end says that the route is outside the layout of that name: `settings_.api-keys.tsx`.
  const shown = parts.filter((part) => !part.startsWith('_') && part !== 'index').map((part) => part.replace(/_$/, ''))
  return `/${shown.join('/')}`
}

if (import.meta.main) {
  const folder = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'dist/dashboard')
  const loads = firstLoads(folder)
  console.log(describeFirstLoads(loads, process.argv.includes('--files')))
  process.exitCode = loads.some(({ bytes }) => bytes > BUDGET) ? 1 : 0
}
