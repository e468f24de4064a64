import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../../..')
const STAMP = '.built-from'
/** Glob patterns of the files that a build depends on. */
export const BUILD_INPUTS = [
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'build/**',
  'package-lock.json',
  'public/**',
  'src/{dashboard,contract,widget}/**',
]

export const DASHBOARD_FOLDER = join(ROOT, 'dist/dashboard')

/** Prints a line of text, or writes it to the log. */
type Print = (line: string) => void

/** Says early whether the dashboard has to be built. @throws Error with advice when it has, and the folder can't be made */
export function mustBuild(folder: string): boolean {
  if (isCurrent(folder)) return false
  rmSync(makeAside(folder), { recursive: true })
  return true
}

/**
 * Builds the dashboard if it is missing or its files have changed; `print` takes the build's lines.
 * @throws Error with advice for the operator when the folder to build in can't be made; another when the build fails
 */
export async function ensureDashboard(folder: string, print: Print): Promise<void> {
  if (isCurrent(folder)) return
  print('Building the dashboard …')
  await buildDashboard(folder, 'warn', print)
}

/**
 * Builds the dashboard into a folder, and the chat for websites into its subfolder `widget`.
 * @throws Error with advice for the operator when the folder to build in can't be made; another when the build fails
 */
export async function buildDashboard(folder: string, logLevel: 'info' | 'warn', print: Print): Promise<void> {
  for (const left of globSync(`${folder}-*`)) if (!isAtWork(left)) rmSync(left, { recursive: true, force: true })
  const aside = makeAside(folder)
  const inputs = hashInputs()
  await run(
    join(ROOT, 'node_modules/vite/bin/vite.js'),
    ['build', '--logLevel', logLevel, '--outDir', aside, '--emptyOutDir'],
    print,
  )
  const config = join(ROOT, 'build/widget.config.ts')
  for (const part of ['panel', 'loader', 'badge']) {
    const into = join(aside, 'widget', part)
    const options = ['--config', config, '--mode', part, '--logLevel', logLevel, '--outDir', into, '--emptyOutDir']
    await run(join(ROOT, 'node_modules/vite/bin/vite.js'), ['build', ...options], print)
  }
  writeFileSync(join(aside, STAMP), inputs)
  putInPlace(aside, folder)
}

/** Whether the dashboard is built from the present files. A package has none of them: it comes built. */
function isCurrent(folder: string): boolean {
  if (!existsSync(join(ROOT, 'vite.config.ts'))) return true
  const stamp = join(folder, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs()
}

/** Makes the folder in which it is built before it is moved, so that no process serves a half-built dashboard. */
function makeAside(folder: string): string {
  const aside = `${folder}-${process.pid}`
  try {
    mkdirSync(aside, { recursive: true })
  } catch (error) {
    const sentence = `The dashboard must be built, and this user may not write ${aside}: run "npm run build" as one who may.`
    throw new Error(sentence, { cause: error })
  }
  return aside
}

/** Whether the process whose id is in the folder's name still runs. False also if this user may not signal it. */
function isAtWork(folder: string): boolean {
  try {
    return process.kill(Number(/-(\d+)(-old)?$/.exec(folder)?.[1]), 0)
  } catch {
    return false
  }
}

/** Moves a built folder into place. Of several processes' builds, which are equal, one stays there. */
export function putInPlace(aside: string, folder: string): void {
  const old = `${aside}-old`
  moved(folder, old, ['ENOENT'])
  if (!moved(aside, folder, ['ENOTEMPTY', 'EEXIST'])) rmSync(aside, { recursive: true, force: true })
  rmSync(old, { recursive: true, force: true })
}

/** Moves a folder; returns false if that failed with one of the `forgiven` error codes. */
function moved(from: string, to: string, forgiven: string[]): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (forgiven.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function hashInputs(): string {
  const hash = createHash('sha256')
  const files = globSync(BUILD_INPUTS, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  for (const name of names) hash.update(name.slice(ROOT.length)).update('\0').update(readFileSync(name))
  return hash.digest('hex')
}

function run(script: string, options: string[], print: Print): Promise<void> {
  const child = spawn(process.execPath, [script, ...options], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      const text = stripVTControlCharacters(line).trimEnd()
      if (text !== '') print(text)
    })
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', () => process.off('exit', end))
    child.on('close', (code) => (code === 0 ? done() : fail(new Error('The dashboard could not be built.'))))
  })
}
