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

/** Each file that can be reached from itself, with the way back to it. */
function cycles(edges: readonly Import[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const wayBack = (start: string): string[] | undefined => {
    const cameFrom = new Map<string, string>()
    const waiting = [start]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      for (const { to } of next.get(file) ?? []) {
        if (cameFrom.has(to)) continue
        cameFrom.set(to, file)
        if (to === start) return pathTo(start, cameFrom)
        waiting.push(to)
      }
    return undefined
  }
  return [...next.keys()].flatMap((file) => wayBack(file)?.join(' → ') ?? [])
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end]
  do path.unshift(cameFrom.get(path[0]!)!)
  while (path[0] !== end)
  return path
}

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

  it('server, dashboard, widget and client never meet, but to verify webhooks', () => {
    const rooms = ['server', 'dashboard', 'widget', 'client']
    const room = (path: string) => rooms.find((name) => inside(name)(path))
    const isShared = ({ from, to }: Import) => inside('dashboard')(from) && to === 'client/verify-webhook.ts'
    expect(
      broken(
        (entry) =>
          room(entry.from) !== undefined &&
          room(entry.to) !== undefined &&
          room(entry.from) !== room(entry.to) &&
          !isShared(entry),
      ),
    ).toEqual([])
  })

  it('the client imports types of the contract, itself and parts of Node, nothing else', () => {
    const isOf = ({ to }: Import) => inside('contract')(to) || inside('client')(to) || to.startsWith('node:')
    expect(broken((entry) => inside('client')(entry.from) && !isOf(entry))).toEqual([])
    const values = files.filter(
      (file) =>
        inside('client')(file) &&
        /(?:^|\n)(?:import|export) (?!type )[^'"`;]*?from '#contract/.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(values).toEqual([])
  })

  it('have no import cycle, imports of types and dynamic ones included', () => {
    expect(cycles(imports)).toEqual([])
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
    const between = imports.flatMap(({ from, to }) => {
      const [own, other] = [feature(from), feature(to)]
      return own && other && own !== other ? [{ from: own, to: other }] : []
    })
    expect(cycles(between)).toEqual([])
  })

  it('lets the HTTP side know the features through its bindings alone, and features of it what a binding is', () => {
    const http = inside('server/http')
    expect(
      broken(({ from, to }) => http(from) && feature(to) !== undefined && from !== 'server/http/bindings.ts'),
    ).toEqual([])
    expect(
      broken(({ from, to }) => feature(from) !== undefined && http(to) && to !== 'server/http/binding.ts'),
    ).toEqual([])
  })

  it('defines jobs in jobs.ts, of types of the platform alone, and handles them in files that only the registry knows', () => {
    const isDefinition = (path: string) => feature(path) !== undefined && path.endsWith('/jobs.ts')
    expect(broken(({ from, to }) => isDefinition(from) && to !== 'server/platform/platform.ts')).toEqual([])
    expect(broken(({ from, to }) => to.endsWith('.job.ts') && from !== 'server/jobs/registry.ts')).toEqual([])
    const handled = imports.filter(({ from }) => from === 'server/jobs/registry.ts').map(({ to }) => to)
    expect(files.filter((file) => file.endsWith('.job.ts') && !handled.includes(file))).toEqual([])
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

  it('keeps SQL in the files of queries of the features, and out of the HTTP side', () => {
    const sql = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    const wrong = files
      .filter((file) => inside('server/http')(file) || (feature(file) && !/[/-]queries\.ts$/.test(file)))
      .filter((file) => sql.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it('reads the environment in config.ts alone', () => {
    const wrong = files
      .filter((file) => inside('server')(file) && !['server/settings/config.ts', 'server/main.ts'].includes(file))
      .filter((file) => /\bprocess\.env\b(?!\.\w+ = )/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(wrong).toEqual([])
  })

  it('loads the built-in model in the knowledge worker and beside it, which its link starts with telemetry off', () => {
    const loads = (wanted: string) => imports.filter(({ to }) => to === wanted).map(({ from }) => from)
    expect(loads('onnxruntime-node')).toEqual(['server/knowledge/worker/model.ts'])
    expect([...new Set(loads('server/knowledge/worker/model.ts'))].sort()).toEqual([
      'server/knowledge/worker/built-in-embedder.ts',
      'server/knowledge/worker/second-model-link.ts', // its type alone
      'server/knowledge/worker/second-model.ts',
    ])
    expect(loads('server/knowledge/worker/second-model.ts')).toEqual([])
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

  it('knows what a member may do in one module', () => {
    const saysWhatOneIs = /^dashboard\/(api\/(client|session)|lib\/permissions)\.ts$/
    expect(broken(({ from, to }) => to === 'dashboard/lib/standing.ts' && !saysWhatOneIs.test(from))).toEqual([])
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
