import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { reportMissingPostgres, startPostgres } from '../tools/postgres.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { type Benchmark, type Line, median, milliseconds } from './tools/benchmark.ts'
import { residentBytes } from './tools/cpu.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STARTS = 3
const SETTLE_MS = 3_000
const IDLE_MEGABYTES = 150
const MEGABYTE = 1_048_576
const RESTING_MS = 30_000
const LOG_BYTES = 1_024 // a second, which is 88 MB a day

/** Measures start-up time, memory and writes at rest, and space on disk. */
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
      ...(await writtenAtRest()),
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

/** Measures how much a process that has nothing to do makes PostgreSQL write, and in how many transactions. */
async function writtenAtRest(): Promise<Line[]> {
  const server = await startPostgres({ durable: true })
  if (!server) {
    reportMissingPostgres()
    return []
  }
  const product = await startProduct({ args: ['--no-dashboard'], env: { DATABASE_URL: server.url } })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const written = async () => {
    const { rows } = await client.query(
      `select pg_current_wal_lsn() - '0/0' as bytes, sum(xact_commit) as transactions from pg_stat_database`,
    )
    return { bytes: Number(rows[0].bytes), transactions: Number(rows[0].transactions) }
  }
  try {
    await delay(SETTLE_MS)
    const before = await written()
    await delay(RESTING_MS)
    const after = await written()
    const perSecond = (key: 'bytes' | 'transactions') => ((after[key] - before[key]) * 1000) / RESTING_MS
    return [
      {
        what: 'at rest: written to the write-ahead log a second, and transactions',
        on: 'PostgreSQL',
        measured: `${perSecond('bytes').toFixed(0)} bytes, ${perSecond('transactions').toFixed(1)} transactions`,
        against: `at most ${LOG_BYTES} bytes`,
        isMet: perSecond('bytes') <= LOG_BYTES,
      },
    ]
  } finally {
    await client.end()
    await product.stop()
    removeData(product)
    await server.stop()
  }
}

function sizeOf(folder: string): string {
  const { stdout } = spawnSync('du', ['-sm', resolve(ROOT, folder)], { encoding: 'utf8' })
  return stdout.split('\t')[0] ?? '?'
}
