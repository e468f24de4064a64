import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UNBUNDLED } from './bundle-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MODULES = 'node_modules/'

interface Entry {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Entries = Record<string, Entry>

/** Packages that only the installation of another one needs. */
const OF_INSTALLATION: Record<string, string[]> = { 'onnxruntime-node': ['adm-zip', 'global-agent'] }

/** What no server reads: the headers and pages of Node, and the model's runtime for other machines. */
const unread = (arch: string) => [
  `node-linux-${arch}/{include,share,README.md,CHANGELOG.md}`,
  'onnxruntime-node/{lib,script}',
  `onnxruntime-node/bin/*/!(linux)`,
  `onnxruntime-node/bin/*/linux/!(${arch})`,
  '@mixmark-io/domino/{test,.yarn}',
  '**/*.{d.ts,d.mts,d.cts,map}',
]

const entriesOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).packages as Entries

/** The part of the project's lock file that the packages need which are not bundled. */
function lockedParts(): Entries {
  const all = entriesOf(join(ROOT, 'package-lock.json'))
  const parts: Entries = {}
  const add = (name: string, from: string) => {
    const path = [`${from}/${MODULES}${name}`, `${MODULES}${name}`].find((place) => all[place])
    if (!path || parts[path]) return
    const entry = structuredClone(all[path]!)
    for (const left of OF_INSTALLATION[name] ?? []) delete entry.dependencies?.[left]
    parts[path] = entry
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) add(next, path)
  }
  for (const name of UNBUNDLED) add(name, '')
  return parts
}

/**
 * Installs Node and the packages that are not bundled for another processor or this one, as the lock files pin them, and
 * runs none of their scripts.
 * @param work is made, and keeps the lock file of the parts
 * @param folder gets `node_modules`
 */
export function installParts(work: string, folder: string, arch: string): void {
  mkdirSync(work)
  const { '': node, ...nodes } = entriesOf(join(import.meta.dirname, 'node/package-lock.json'))
  const parts = lockedParts()
  const own = {
    name: 'baton-parts',
    version: '0.0.0',
    dependencies: Object.fromEntries(UNBUNDLED.map((name) => [name, parts[MODULES + name]!.version])),
    optionalDependencies: node!.optionalDependencies,
  }
  writeFileSync(join(work, 'package.json'), JSON.stringify(own))
  writeFileSync(
    join(work, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: { '': own, ...parts, ...nodes } }),
  )
  copyFileSync(join(ROOT, '.npmrc'), join(work, '.npmrc'))
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  execFileSync('npm', ['ci', '--ignore-scripts', ...target], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] })
  const modules = join(work, MODULES)
  for (const path of globSync(unread(arch), { cwd: modules }))
    rmSync(join(modules, path), { recursive: true, force: true })
  renameSync(modules, join(folder, MODULES))
}
