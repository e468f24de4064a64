import type { Db } from '../../db/tables.ts'
import { pagesOfAgent, selectTexts } from '../sources/index.ts'
import { fingerprintOf } from './fingerprint.ts'

export interface Learnt {
  id: string
  version: number
  says: string
}

/** What an agent has learnt from pages, by their addresses. Of several sources at one address the oldest counts. */
export async function learntPages(db: Db, agentId: string): Promise<Map<string, Learnt>> {
  const learnt = new Map<string, Learnt>()
  for await (const sources of pagesOfAgent(db, agentId)) {
    const texts = await selectTexts(
      db,
      sources.map(({ id }) => id),
    )
    for (const source of sources) {
      if (learnt.has(source.content)) continue
      const text = texts.get(source.id) ?? '' // without a text, it is not read yet
      learnt.set(source.content, { id: source.id, version: source.version, says: fingerprintOf(text) })
    }
  }
  return learnt
}
