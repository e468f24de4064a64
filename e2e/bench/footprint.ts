import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { removeData, startProduct } from '../tools/product.ts'
import { type Benchmark, median, milliseconds } from './tools/benchmark.ts'
import { residentBytes } from './tools/cpu.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STARTS = 3
const SETTLE_MS = 3_000
const IDLE_MEGABYTES = 150
const MEGABYTE = 1_048_576

/** Measures start-up time, memory at rest, and space on disk. */
export const footprint: Benchmark = {
  name: 'footprint',
  async run() {
    const args = ['--no-dashboard'] // the dashboard is built already
    const first = await startProduct({ args })
    await first.stop()
    const starts: number[] = []
    let idle = 0
    for (let start = 0; start < STARTS; start += 1) {
      const started = performance.now()
      const product = await startProduct({ args, dataDir: first.dataDir })
      starts.push(performance.now() - started)
      if (start === STARTS - 1) {
        await delay(SETTLE_MS)
        idle = residentBytes(product.process.pid!) / MEGABYTE
      }
      await product.stop()
    }
    removeData(first)
    return [
      {
        what: 'start to the first answer of /readyz, compiled before',
        on: 'SQLite',
        measured: milliseconds(median(starts)),
      },
      {
        what: 'memory at rest, before the first question',
        on: 'SQLite',
        measured: `${idle.toFixed(0)} MB`,
        against: `under ${IDLE_MEGABYTES} MB`,
        isMet: idle < IDLE_MEGABYTES,
      },
      {
        what: 'on the disk: node_modules, tools of the tests included; the project itself',
        measured: `${sizeOf('node_modules')} MB; ${sizeOf('src')} MB`,
      },
    ]
  },
}

function sizeOf(folder: string): string {
  const { stdout } = spawnSync('du', ['-sm', resolve(ROOT, folder)], { encoding: 'utf8' })
  return stdout.split('\t')[0] ?? '?'
}
