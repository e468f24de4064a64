import { erasedHash } from '../../backup/erased.ts'
import type { Dependencies } from '../../context.ts'
import { sweepUploadsNow } from '../sources/index.ts'
import { eraseMatches } from './erase-visitors.ts'
import { matchOf } from './match.ts'
import { selectEverybody } from './queries.ts'

/**
 * Erases the visitors with these hashes, as far as what a restored database has of them is from before their erasure.
 * @returns how many visitors were found
 */
export async function eraseAgain(deps: Dependencies, erased: ReadonlyMap<string, number>): Promise<number> {
  if (erased.size === 0) return 0
  const { signal } = new AbortController()
  let found = 0
  for (const row of await selectEverybody(deps.database.read)) {
    const match = matchOf(row)
    const until = erased.get(erasedHash(match))
    if (until === undefined) continue
    await eraseMatches(deps, row.organization_id, [match], { signal, until })
    found += 1
  }
  if (found === 0) return 0
  await sweepUploadsNow(deps)
  await deps.database.forgetDeleted()
  return found
}
