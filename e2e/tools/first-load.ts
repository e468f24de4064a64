/**
 * Prints how much JavaScript (gzip) a first visit to a route costs: the entry, and what its route's chunks pull in.
 * Reads `dist/dashboard`, which `vite build` made with its manifest. Exits 1 above the budget.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET = 120_000 // bytes; a first visit that is ready within a second on a slow line
const FOLDER = 'dist/dashboard'
const ROUTES = 'src/dashboard/routes'

interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

/** The route files of a first visit, outermost first. */
const visits = {
  '/sign-in': ['sign-in'],
  '/setup': ['setup'],
  '/agents': ['_app', '_app/agents/index'],
  '/inbox': ['_app', '_app/inbox'],
}

const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!

function withImports(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(imported, seen)
  return seen
}

function chunksOf(route: string): string[] {
  return Object.keys(manifest).filter((key) => key.startsWith(`${ROUTES}/${route}.tsx?`))
}

let over = false
for (const [visit, routes] of Object.entries(visits)) {
  const roots = routes.map(chunksOf)
  if (roots.some((keys) => keys.length === 0)) continue
  const keys = new Set([entry, ...roots.flat()].flatMap((key) => [...withImports(key)]))
  const files = [...keys].map((key) => manifest[key]!.file)
  const sizes = files.map((file) => gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  over ||= total > BUDGET
  console.log(`${visit.padEnd(10)} ${(total / 1000).toFixed(1)} kB in ${files.length} files`)
  if (process.argv.includes('--files'))
    for (const [index, file] of files.entries())
      console.log(`    ${(sizes[index]! / 1000).toFixed(1).padStart(6)}  ${file}`)
}
process.exitCode = over ? 1 : 0
