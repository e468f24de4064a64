import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../file-system/unless-missing.ts'

/** In DATA_DIR, outside the database, so that it outlives a restored one: a line for each erased visitor. */
export const ERASED_FILE = 'erased'

interface Visitor {
  agent_id: string
  chat_user_id: string
  identity_verified: boolean
}

/** What remains of an erased visitor: it tells that they were erased to whoever knows the agent and their id. */
export const erasedHash = ({ agent_id, chat_user_id, identity_verified }: Visitor): string =>
  hash('sha256', JSON.stringify([agent_id, chat_user_id, identity_verified]))

/** Adds visitors to the file, to disk. @param at when they were erased, in milliseconds since 1970 */
export async function noteErased(dataDir: string, visitors: readonly Visitor[], at: number): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lines = visitors.map((visitor) => `${at} ${erasedHash(visitor)}\n`)
  await appendFile(join(dataDir, ERASED_FILE), lines.join(''), { mode: 0o600, flush: true })
}

/** When the visitors with these hashes were last erased; empty if the folder has no such file. */
export async function readErased(dataDir: string): Promise<Map<string, number>> {
  const text = (await readFile(join(dataDir, ERASED_FILE), 'utf8').catch(unlessMissing)) ?? ''
  const erased = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [at, hashed] = line.split(' ')
    if (hashed) erased.set(hashed, Math.max(Number(at), erased.get(hashed) ?? 0))
  }
  return erased
}

export async function writeErased(dataDir: string, erased: ReadonlyMap<string, number>): Promise<void> {
  const lines = [...erased].map(([hashed, at]) => `${at} ${hashed}\n`)
  if (lines.length > 0) await writeFile(join(dataDir, ERASED_FILE), lines.join(''), { mode: 0o600, flush: true })
}
