import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = import.meta.dirname
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface Import {
  /** Both relative to src/. */
  from: string
  to: string
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|\.fixture\.ts$/.test(file)
const files = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !isTest(file))

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => ({ from: file, to: resolveImport(file, (match[1] ?? match[2])!) }))
}

/** `#server/x.ts` and `./x.ts` as paths below src/; packages as they are. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(ROOT, resolve(join(ROOT, dirname(file)), specifier))
  return specifier
}

const imports = files.flatMap(importsOf)
const broken = (isWrong: (entry: Import) => boolean) => imports.filter(isWrong).map(({ from, to }) => `${from} → ${to}`)

const inside = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const feature = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]
const dashboardFeature = (path: string) => /^dashboard\/features\/([^/]+)\//.exec(path)?.[1]

describe('rooms', () => {
  it('finds what it is to judge', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
  })

  it('the contract imports zod and itself, nothing else', () => {
    expect(broken(({ from, to }) => inside('contract')(from) && to !== 'zod' && !inside('contract')(to))).toEqual([])
  })

  it('server and dashboard never meet', () => {
    expect(broken(({ from, to }) => inside('server')(from) && inside('dashboard')(to))).toEqual([])
    expect(broken(({ from, to }) => inside('dashboard')(from) && inside('server')(to))).toEqual([])
  })
})

describe('the server', () => {
  it('lets features meet only through their index', () => {
    expect(
      broken(({ from, to }) => {
        const [own, other] = [feature(from), feature(to)]
        return own !== undefined && other !== undefined && own !== other && !to.endsWith('/index.ts')
      }),
    ).toEqual([])
  })

  it('lets nobody call webhooks', () => {
    expect(
      broken(
        ({ from, to }) => feature(to) === 'webhooks' && feature(from) !== undefined && feature(from) !== 'webhooks',
      ),
    ).toEqual([])
  })

  it('keeps features from depending on each other in circles', () => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to } of imports) {
      const [own, other] = [feature(from), feature(to)]
      if (own && other && own !== other) edges.set(own, (edges.get(own) ?? new Set()).add(other))
    }
    const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
      [...(edges.get(start) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      )
    expect([...edges.keys()].filter((name) => reaches(name, name))).toEqual([])
  })

  it('chooses the platform in one place', () => {
    const ofPlatform = (path: string) => /^server\/platform\/(embedded|postgres)\//.exec(path)?.[1]
    expect(
      broken(({ from, to }) => {
        const other = ofPlatform(to)
        return other !== undefined && ofPlatform(from) !== other && from !== 'server/platform/create-platform.ts'
      }),
    ).toEqual([])
  })

  it('keeps SQL in queries.ts', () => {
    const sql = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    const wrong = files
      .filter((file) => feature(file) && !/\/queries\.ts$/.test(file))
      .filter((file) => sql.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it('reads the environment in config.ts alone', () => {
    const wrong = files
      .filter(
        (file) =>
          inside('server')(file) && !['server/config.ts', 'server/start.ts', 'server/begin-again.ts'].includes(file),
      )
      .filter((file) => /\bprocess\.env\b(?!\.\w+ = )/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it('loads the built-in model in the knowledge worker alone, which its link starts with telemetry off', () => {
    const loads = (wanted: string) => imports.filter(({ to }) => to === wanted).map(({ from }) => from)
    expect(loads('onnxruntime-node')).toEqual(['server/knowledge/worker/built-in-embedder.ts'])
    expect(loads('server/knowledge/worker/built-in-embedder.ts')).toEqual(['server/knowledge/worker/worker.ts'])
    expect(loads('server/knowledge/worker/worker.ts')).toEqual([])
  })
})

describe('the dashboard', () => {
  const layers = ['routes', 'features', 'components', 'ui', 'lib']
  const layer = (path: string) => layers.indexOf(/^dashboard\/([^/]+)\//.exec(path)?.[1] ?? '')

  it('imports downwards: routes, features, components, ui, lib', () => {
    expect(broken(({ from, to }) => layer(from) >= 0 && layer(to) >= 0 && layer(to) < layer(from))).toEqual([])
  })

  it('lets no feature use another', () => {
    expect(
      broken(({ from, to }) => {
        const [own, other] = [dashboardFeature(from), dashboardFeature(to)]
        return own !== undefined && other !== undefined && own !== other
      }),
    ).toEqual([])
  })

  it('fetches in api/ alone', () => {
    const wrong = files
      .filter((file) => inside('dashboard')(file) && !inside('dashboard/api')(file))
      .filter((file) => /\bfetch\(|new XMLHttpRequest|new EventSource/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it('keeps schemas out of what every page loads', () => {
    const first = ['dashboard/main.tsx', 'dashboard/router.ts', 'dashboard/query-client.ts']
    const values = (file: string) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replace(/import type [^;]*?from ['"][^'"]+['"]/g, '')
      return [...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g)].map((match) =>
        resolveImport(file, match[1]!),
      )
    }
    const api = globSync('dashboard/api/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !isTest(file))
    const wrong = [...first, ...api].filter((file) => files.includes(file) && values(file).includes('zod'))
    expect(wrong).toEqual([])
  })
})
