import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Context, systemContext } from '../../context.ts'
import { createKnowledge, type Knowledge } from '../../knowledge/knowledge.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildTextSource } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { searchKnowledge } from './index.ts'

describe.each(databases())('what a process loads of an agent on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let key: string
  let agent: string
  let other: Knowledge

  beforeAll(async () => {
    test = await createTestApp({ database })
    owner = await test.signUp()
    key = await owner.key()
    other = createKnowledge() // stands for another process on this database
  })
  beforeEach(async () => {
    agent = (await buildAgent(test, owner)).id
  })
  afterEach(() => test.settled())
  afterAll(async () => {
    await other.close()
    await test.close()
  })

  /** Searches with one process's knowledge. `loaded` lists the sources whose chunks were read from the database. */
  async function search(question: string, knowledge: Knowledge) {
    const loaded: string[] = []
    const watching: Knowledge = {
      ...knowledge,
      search: ({ load, ...rest }) =>
        knowledge.search({
          ...rest,
          async *load(which) {
            for await (const page of load(which)) {
              loaded.push(...page.map(({ sourceId }) => sourceId))
              yield page
            }
          },
        }),
    }
    const ctx: Context = { ...systemContext(test.deps), knowledge: watching }
    const row = await test.deps.database.read
      .selectFrom('agents')
      .select(['id', 'knowledge_version'])
      .where('id', '=', agent)
      .executeTakeFirstOrThrow()
    const passages = await searchKnowledge(ctx, row, question)
    return { loaded: [...new Set(loaded)], found: passages.map(({ content }) => content), passages }
  }
  const processes = () => [test.deps.knowledge, other]
  const learn = (content: string) => buildTextSource(test, owner, agent, content)
  const ids = (...sources: { id: string }[]) => sources.map(({ id }) => id).toSorted()

  it('is the chunks of what was trained, trained again or deleted since, in every process', async () => {
    const [harbour, tower] = [await learn('The harbour freezes in January.'), await learn('The tower has 99 steps.')]
    for (const one of processes())
      expect((await search('When does the harbour freeze?', one)).loaded).toEqual(ids(harbour, tower))

    const well = await learn('The well is forty metres deep.')
    for (const one of processes()) {
      const { loaded, found } = await search('How deep is the well?', one)
      expect(loaded).toEqual([well.id])
      expect(found[0]).toContain('forty metres')
      expect(found).toHaveLength(3)
    }

    await test.request('retrainSource', { params: { agent, source: tower.id } }, { key })
    await test.settled()
    await test.request('deleteSource', { params: { agent, source: harbour.id } }, { key })
    for (const one of processes()) {
      const { loaded, passages } = await search('How many steps has the tower?', one)
      expect(loaded).toEqual([tower.id])
      expect(passages.map(({ sourceId }) => sourceId)).toEqual([tower.id, well.id])
      expect((await search('Anything?', one)).loaded).toEqual([])
    }
  })

  it('is everything where it is not known what has changed', async () => {
    const [harbour, tower] = [await learn('The harbour freezes in January.'), await learn('The tower has 99 steps.')]
    await search('harbour', other)
    await test.deps.database.transaction(async (tx) => {
      const table = tx.updateTable('agents').where('id', '=', agent)
      await table.set((update) => ({ knowledge_version: update('knowledge_version', '+', 1) })).execute()
    })
    expect((await search('harbour', other)).loaded).toEqual(ids(harbour, tower))
    const well = await learn('The well is forty metres deep.')
    expect((await search('well', other)).loaded).toEqual([well.id])
  })
})
