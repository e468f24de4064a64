import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BUILD_INPUTS } from '#server/http/build-dashboard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
/** Imports that are there when the program runs: those of types are not. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b(?! type\b)(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)|^@(?:import|plugin|config) ['"]([^'"]+)['"]/gm

const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|\.fixture\.ts$/.test(file)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const importsOf = (file: string) =>
  [...textOf(file).matchAll(IMPORT)].map((found) => (found[1] ?? found[2] ?? found[3])!)

const BUILD = ['vite.config.ts', 'tailwind.config.ts', ...globSync('build/**/*.ts', { cwd: ROOT })]
const started = [...BUILD, ...globSync('src/**/*.{ts,tsx,css}', { cwd: ROOT }).filter((file) => !isTest(file))]

/** The package that an import comes from; undefined for Node's own modules and our files. */
function packageOf(specifier: string): string | undefined {
  if (/^(node:|virtual:|[#./])/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Used by name, without an import. */
const NAMED: Record<string, string> = {
  node: 'package.json',
  turndown: 'src/server/adapters/extract/markdown.ts',
  jschardet: 'src/server/adapters/extract/guess-encoding.ts',
}

describe('an installation without what tests need', () => {
  it('has every package that a start and the build it may take import', () => {
    const missing = started.flatMap((file) =>
      importsOf(file)
        .map(packageOf)
        .filter((name) => name !== undefined && !(name in dependencies))
        .map((name) => `${file} → ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('has no package that only tests use', () => {
    const used = new Set(started.flatMap(importsOf).map(packageOf))
    for (const [name, file] of Object.entries(NAMED)) if (textOf(file).includes(name)) used.add(name)
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([])
    expect(Object.keys(devDependencies).filter((name) => used.has(name))).toEqual([])
  })

  it('builds the dashboard again when anything the build imports has changed', () => {
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const specifier of importsOf(file).filter((found) => found.startsWith('.')))
        follow(relative(ROOT, resolve(ROOT, dirname(file), specifier)))
    }
    for (const file of ['vite.config.ts', 'tailwind.config.ts']) follow(file)
    expect(seen.size).toBeGreaterThan(4)
    expect([...seen].filter((file) => !BUILD_INPUTS.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
  })
})

describe('what an installation downloads', () => {
  /** Packages of a running product on every platform: more need a reason, as each is code of other people. */
  const MOST_PACKAGES = 545
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }

  it('stays few packages', () => {
    const installed = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    expect(installed.length).toBeLessThanOrEqual(MOST_PACKAGES)
  })

  it("has once what every provider's package brings", () => {
    const copies = Object.keys(packages).filter((path) => path.endsWith('node_modules/@ai-sdk/provider-utils'))
    expect(copies).toEqual(['node_modules/@ai-sdk/provider-utils'])
  })
})

describe('the launcher', () => {
  const SETTINGS = '[process.env.MALLOC_ARENA_MAX, process.env.MALLOC_TRIM_THRESHOLD_].join(" ")'
  const settings = (env: Record<string, string>) =>
    spawnSync(join(ROOT, 'launch.sh'), ['-p', SETTINGS], { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } })

  it.skipIf(process.platform === 'win32')('sets what the operator has not set', () => {
    expect(settings({}).stdout).toBe('1 262144\n')
    expect(settings({ MALLOC_ARENA_MAX: '', MALLOC_TRIM_THRESHOLD_: '1000' }).stdout).toBe('1 1000\n')
    expect(settings({ MALLOC_ARENA_MAX: '4' }).stdout).toBe('4 262144\n')
  })
})

describe('a package', () => {
  const pinned = (file: string) => JSON.parse(textOf(file))

  it('brings the Node of an installation, and is bundled by what builds the dashboard', () => {
    const { optionalDependencies } = pinned('deploy/package/node/package.json')
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([dependencies.node]))
    const { packages } = pinned('package-lock.json')
    expect(devDependencies.rolldown).toBe(packages['node_modules/rolldown'].version)
    expect(packages).not.toHaveProperty(['node_modules/vite/node_modules/rolldown'])
  })
})

describe('an installation whose scripts did not run', () => {
  const GUARD = './src/server/require-node.cjs'
  const OLDER = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })`

  it("ends on the machine's older Node with a sentence that says what to do", () => {
    const program = ['--import', OLDER, '--import', GUARD, '-e', 'console.log("started")']
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^This is Node 20\.19\.0, .*: run "npm rebuild node --ignore-scripts=false".*\n$/)
  })

  it('passes signals on to every command, as the shell that npm starts gives way to it', () => {
    expect(Object.values(scripts).filter((script) => /(^|&& )(node|vitest|playwright) /.test(script))).toEqual([])
  })

  it('looks at the Node before every command', () => {
    const commands = Object.values(scripts).filter((script) => /\bsrc\/server\//.test(script))
    expect(commands.length).toBeGreaterThan(4)
    expect(commands.filter((script) => !script.startsWith('exec ./launch.sh '))).toEqual([])
    expect(textOf('launch.sh')).toContain(`--require ${GUARD} `)
  })
})
