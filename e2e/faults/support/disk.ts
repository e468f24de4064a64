import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Product } from '../../tools/product.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SIZE_BYTES = 48 * 1_048_576
const BALLAST = 'ballast'
/** Kinds of namespaces in which root, or else any user where the system allows it, may mount a file system. */
const NAMESPACES = [['--mount'], ['--user', '--map-root-user', '--mount']]
/** Script that mounts a file system on the folder `$0`, and holds it until its input ends, however this process dies. */
const HOLDER = `mount -t tmpfs -o size=${SIZE_BYTES} tmpfs "$0" && echo mounted && exec cat`

/** A data folder on a disk that a test can fill up. */
export interface SmallDisk {
  folder: string
  /** What the product's own command has to follow, so that the product sees this disk. */
  within: string[]
  /** How SQLite words the error of a write for which there is no room. */
  says: string
  /**
   * Fills the disk completely; where it could not be mounted, forbids the product's files to grow beyond the size of
   * its database's log.
   */
  fill(product: Product): void
  free(product: Product): void
  remove(): Promise<void>
}

/** Mounts a small file system in memory; where no namespace allows that, limits the product's file sizes instead. */
export async function newSmallDisk(): Promise<SmallDisk> {
  const point = mkdtempSync(join(tmpdir(), 'baton-disk-'))
  const removePoint = () => rmSync(point, { recursive: true, force: true })
  for (const namespaces of NAMESPACES) {
    const holder = await hold(namespaces, point)
    if (!holder) continue
    const folder = `/proc/${holder.pid}/root${point}` // leads there from outside of the namespace, too
    return {
      folder,
      within: ['nsenter', `--target=${holder.pid}`, '--wd', ...entering(namespaces)],
      says: 'database or disk is full',
      fill: () => fillUp(join(folder, BALLAST)),
      free: () => rmSync(join(folder, BALLAST)),
      async remove() {
        holder.stdin!.end()
        await once(holder, 'exit')
        removePoint()
      },
    }
  }
  const remove = async () => removePoint()
  // The system reports such a write as "File too large", which is no full disk to SQLite.
  return { folder: point, within: [], says: 'disk I/O error', fill: forbidGrowth, free: allowGrowth, remove }
}

/** Starts a process that holds the file system in namespaces of its own; undefined where this user may not. */
async function hold(namespaces: string[], point: string): Promise<ChildProcess | undefined> {
  // The product, too, will run in this process's folder.
  const holder = spawn('unshare', [...namespaces, 'sh', '-c', HOLDER, point], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const isMounted = await new Promise<boolean>((done) => {
    holder.stdout.once('data', () => done(true))
    for (const end of ['error', 'exit'] as const) holder.once(end, () => done(false))
  })
  return isMounted ? holder : undefined
}

const entering = (namespaces: string[]): string[] =>
  namespaces.includes('--user') ? ['--user', '--preserve-credentials', '--mount'] : ['--mount']

function fillUp(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const size of [1_048_576, 4_096]) while (writes(file, size)) {}
  } finally {
    closeSync(file)
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, new Uint8Array(size)) === size
  } catch {
    return false
  }
}

/** Limits the size of the product's files to that of its database's log: a write that lengthens the log then fails. */
function forbidGrowth({ process, dataDir }: Product): void {
  limitFiles(process.pid!, `${statSync(join(dataDir, 'baton.db-wal')).size}`)
}

/** Lifts the limit on file sizes, unless the process, and the limit with it, has ended. */
function allowGrowth({ process }: Product): void {
  if (process.signalCode === null) limitFiles(process.pid!, 'unlimited')
}

function limitFiles(pid: number, size: string): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${size}:unlimited`])
  if (status !== 0) throw new Error(`prlimit: ${stderr}`)
}
