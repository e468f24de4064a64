import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases } from '../testing/database.ts'
import { insertAgent, insertOrganization, sampleConversation } from '../testing/sample-rows.ts'
import { addCitations, recountCitations } from './citation-days.ts'
import { newId } from './ids.ts'
import type { Tx } from './tables.ts'

const shared = databases().filter(({ name }) => name === 'postgres')

describe.each(shared)('counting citations anew on $name', ({ create }) => {
  it('is right although an answer is stored between its reads', async () => {
    const platform = await create()
    const { database } = platform
    try {
      const agent = await database.transaction(async (tx) => insertAgent(tx, await insertOrganization(tx)))
      const source = newId()
      const answer = async (tx: Tx) => {
        const { organization_id } = await tx.selectFrom('agents').selectAll().executeTakeFirstOrThrow()
        const conversation = sampleConversation(organization_id, agent)
        await tx.insertInto('conversations').values(conversation).execute()
        const cited = { message_id: newId(), source_id: source, conversation_id: conversation.id, created_at: 1 }
        await tx.insertInto('source_citations').values(cited).execute()
        await addCitations(tx, agent, 1, [source])
      }
      await database.transaction(answer)

      const locked = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const answering = database.transaction(async (tx) => {
        await sql`lock table citation_days in access exclusive mode`.execute(tx)
        locked.resolve()
        await go.promise
        await answer(tx)
      })
      await locked.promise
      const counting = recountCitations(database, agent)
      // The count has read the citations, and waits for the table of sums.
      const waiting = sql`select 1 from pg_locks where relation = 'citation_days'::regclass and not granted`
      await expect.poll(async () => (await waiting.execute(database.read)).rows.length).toBe(1)
      go.resolve()
      await answering
      expect(await counting).toBe(0)
      const days = await database.read.selectFrom('citation_days').selectAll().execute()
      expect(days.reduce((total, { answers }) => total + answers, 0)).toBe(2)
    } finally {
      await platform.close()
    }
  })
})
