import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { startWebsite, type Website } from '../../testing/website.ts'

type Source = NonNullable<Input<'createSource'>['body']>

const SENTENCE = String.raw`To delete a branch, run __git__ branch -d <name> 15*20*30 &amp; C:\!x in a terminal.`
const MARKED = SENTENCE.replace('run', '**run**').replace('a terminal', '`a terminal`')
const HTML = `<title>Branches</title><p>${MARKED.replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replace(/\*\*(.*?)\*\*/, '<b>$1</b>')
  .replace(/`(.*?)`/, '<code>$1</code>')}</p>`

describe.each(databases())('what the built-in model quotes on $name', (database) => {
  let site: Website
  let test: TestApp
  let owner: Owner
  let key: string

  beforeAll(async () => {
    site = await startWebsite({ '/branches': HTML })
    const limits = '{"read":100000,"write":100000,"training":10000,"polling":100000}'
    test = await createTestApp({ database, env: { RATE_LIMITS: limits, OUTBOUND_ALLOW: site.host } })
    owner = await test.signUp()
    key = await owner.key()
  })
  afterAll(async () => {
    await test.close()
    await site.close()
  })

  const teach = async (body: Source) => {
    const agent = (await buildAgent(test, owner)).id
    expect((await test.request('createSource', { params: { agent }, body }, { key })).status).toBe(201)
    await test.settled()
    return agent
  }
  const file = (content: string, name: string) => {
    const form = new FormData()
    form.set('type', 'file')
    form.set('file', new File([content], name))
    return form as never
  }
  const ask = async (agent: string, content: string) => {
    const params = { agent, conversation: (await buildConversation(test, owner, agent)).id }
    await test.request('sendMessage', { params, body: { content } }, { key })
    await test.settled()
    return (await test.request('listMessages', { params }, { key })).data.at(-1)!.content
  }

  it('is what a text, a question’s answer, a file and a page say, character for character', async () => {
    const question = 'How do I delete a branch?'
    const texts: Source[] = [
      { type: 'text', content: `${MARKED}\n\nThe office is in Oslo.` },
      { type: 'qa', questions: [{ question, answer: MARKED }] },
    ]
    for (const source of texts) expect(await ask(await teach(source), question)).toBe(MARKED)
    expect(await ask(await teach(file(MARKED, 'branches.txt')), question)).toBe(MARKED)
    expect(await ask(await teach(file(HTML, 'branches.html')), question)).toBe(SENTENCE)
    expect(await ask(await teach({ type: 'url', urls: [`${site.origin}/branches`] }), question)).toBe(SENTENCE)
  })

  it('is not drawn to a title that was made from the text, and keeps one that was given', async () => {
    const content =
      'The Harbour cafe sells cinnamon buns.\n\n- Dogs sleep under the tables.\n\nParking costs two euros.'
    const headings = async (agent: string) => {
      const chunks = test.deps.database.read.selectFrom('chunks').select('heading').where('agent_id', '=', agent)
      return (await chunks.execute()).map(({ heading }) => heading)
    }
    const untitled = await teach({ type: 'text', content })
    expect(await headings(untitled)).toEqual([null])
    const { data } = await test.request('listSources', { params: { agent: untitled } }, { key })
    expect(data[0]?.title).toBe('The Harbour cafe sells cinnamon buns.')
    expect(await headings(await teach({ type: 'text', content, title: 'About us' }))).toEqual(['About us'])
    expect(await ask(untitled, 'What does parking at the Harbour cafe cost?')).toContain('Parking costs two euros.')
  })
})
