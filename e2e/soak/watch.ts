import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countRows } from '#server/db/count-rows.ts'
import { tableNames } from '#server/db/table-names.ts'
import type { Db } from '#server/db/tables.ts'
import type { Product } from '../tools/product.ts'
import { treeMegabytes } from './memory.ts'
import { BALLAST, DAY_MS } from './outages.ts'
import type { Week } from './routine.ts'

export const SAMPLE_MS = 2_000

interface Watched {
  db: Db
  backups: string
  from: number
  days: number
}

/** Takes a sample of the memory every two seconds, and counts everything every half day. */
export async function watch(week: Week, product: Product, { db, backups, from, days }: Watched) {
  const memory: number[] = []
  const counts: Record<string, number>[] = []
  while (!week.isOver()) {
    await delay(SAMPLE_MS)
    memory.push(treeMegabytes(product.process.pid!))
    const halves = Math.floor(((week.now() - from) / DAY_MS) * 2)
    if (halves <= counts.length || halves > days * 2) continue
    counts.push(await census(db, product, backups))
    const { conversations, events, fds } = counts.at(-1) as Record<string, number>
    const [megabytes] = memory.slice(-1)
    console.log(
      `day ${halves / 2}: ${megabytes?.toFixed(0)} MB, ${fds} descriptors, ${conversations} conversations, ${events} events`,
    )
  }
  return { memory, counts }
}

/** The rows of each table, what each folder holds, and what the process has open. */
export async function census(
  db: Db,
  { process: { pid }, dataDir }: Product,
  backups: string,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of tableNames) found[name] = await countRows(db.selectFrom(name) as never)
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (name === BALLAST || !statSync(path, { throwIfNoEntry: false })) continue
    // What the doctor and the state's file are written as for a moment has another name each time.
    if (/^doctor-|\.new$/.test(name)) continue
    found[`${name} (kB)`] = kilobytesOf(path)
    if (statSync(path).isDirectory()) found[`${name} (files)`] = readdirSync(path, { recursive: true }).length
  }
  found.backups = readdirSync(backups).length
  found.fds = readdirSync(`/proc/${pid}/fd`).length
  found.threads = readdirSync(`/proc/${pid}/task`).length
  return found
}

function kilobytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return Math.round((found?.size ?? 0) / 1_024)
  return readdirSync(path).reduce((sum, name) => sum + kilobytesOf(join(path, name)), 0)
}
