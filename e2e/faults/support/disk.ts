import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '../../tools/product.ts'

const SIZE_BYTES = 48 * 1_048_576
const BALLAST = 'ballast'

/** A data folder on a disk that a test can fill up. */
export interface SmallDisk {
  folder: string
  /**
   * Fills the disk completely; where it could not be mounted, forbids the product's files to grow beyond the size of
   * its database's log.
   */
  fill(product: Product): void
  free(product: Product): void
  remove(): void
}

/** Mounts a small file system in memory; without the right to mount, limits the product's file sizes instead. */
export function newSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'baton-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', folder]).status === 0
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (!mounted) return { folder, fill: forbidGrowth, free: allowGrowth, remove }
  return {
    folder,
    fill() {
      const file = openSync(join(folder, BALLAST), 'a')
      try {
        for (const size of [1_048_576, 4_096]) while (writes(file, size)) {}
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(join(folder, BALLAST)),
    remove() {
      spawnSync('umount', ['-l', folder])
      remove()
    },
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
