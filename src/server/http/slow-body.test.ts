import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basePaths } from '#contract/route.ts'
import { databases } from '../testing/database.ts'
import { buildAgent, buildConversation, buildMember } from '../testing/factories.ts'
import { createReceiver } from '../testing/receiver.ts'
import { createTestApp, type Owner, type TestApp } from '../testing/test-app.ts'

describe.each(databases())('a request whose body comes late, on $name', (database) => {
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, env: { OUTBOUND_ALLOW: '127.0.0.1/32' } })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
  })

  /** Sends the head of a request, and its body once something else has been done. */
  async function late(
    method: 'POST' | 'PATCH',
    url: string,
    body: object,
    headers: Record<string, string>,
    meanwhile: () => Promise<unknown>,
  ) {
    const payload = new PassThrough()
    const type = { 'content-type': 'application/json' }
    const answer = test.app.inject({ method, url, headers: { ...headers, ...type }, payload })
    await new Promise((begun) => setTimeout(begun, 100))
    await meanwhile()
    payload.end(JSON.stringify(body))
    return answer
  }
  const organization = () => ({ organization: owner.organizationId })
  const own = () => `${basePaths['first-party']}/organizations/${owner.organizationId}`
  const demote = (user: string) =>
    test.request('updateMember', { params: { ...organization(), user }, body: { role: 'admin' } }, owner)

  it('makes no API key for somebody who owns the organization no more', async () => {
    const other = await buildMember(test, owner, 'owner')
    const body = { name: 'Theirs', scopes: ['agent:read'], expires_at: 'lifetime' }
    const { cookie = '' } = other
    const answer = await late('POST', `${own()}/api-keys`, body, { cookie }, () => demote(other.userId))
    expect(answer.statusCode).toBe(403)
    expect((await test.request('listApiKeys', { params: organization() }, owner)).data).toEqual([])
  })

  it('makes no webhook endpoint for a member who was removed, nor by a key that was revoked', async () => {
    const { id: agent } = await buildAgent(test, owner)
    const admin = await buildMember(test, owner, 'admin')
    const url = `${basePaths.public}/agents/${agent}/webhook-endpoints`
    const body = { url: 'https://example.com/hook' }
    const made = { name: 'Ours', scopes: ['conversation:edit' as const], expires_at: 'lifetime' as const }
    const { data: key } = await test.request('createApiKey', { params: organization(), body: made }, owner)
    const remove = () => test.request('removeMember', { params: { ...organization(), user: admin.userId } }, owner)
    const revoke = () => test.request('revokeApiKey', { params: { ...organization(), key: key.id } }, owner)
    const token = (await test.request('createSessionToken', { body: organization() }, { cookie: admin.cookie })).data
    const byMember = await late('POST', url, body, { authorization: `Bearer ${token.token}` }, remove)
    const byKey = await late('POST', url, body, { authorization: `Bearer ${key.key}` }, revoke)
    expect([byMember.statusCode, byKey.statusCode]).toEqual([403, 401])
    expect(
      (await test.request('listWebhookEndpoints', { params: { agent } }, { key: await owner.key() })).data,
    ).toEqual([])
  })

  it('makes nothing for a session that has ended', async () => {
    const { id: agent } = await buildAgent(test, owner)
    const caller = async () => {
      const { cookie = '' } = await buildMember(test, owner, 'owner')
      return { cookie, leave: () => test.request('signOut', {}, { cookie }) }
    }
    const [keys, invites, hooks, tokens] = [await caller(), await caller(), await caller(), await caller()]
    const { data } = await test.request('createSessionToken', { body: organization() }, { cookie: hooks.cookie })
    const bearer = { authorization: `Bearer ${data.token}` }
    const key = { name: 'Theirs', scopes: ['agent:read'], expires_at: 'lifetime' }
    const invitation = { email: 'new@example.com', role: 'owner' }
    const endpoint = { url: 'https://example.com/hook' }
    const hooksUrl = `${basePaths.public}/agents/${agent}/webhook-endpoints`
    const tokensUrl = `${basePaths['first-party']}/session/token`
    const answers = [
      await late('POST', `${own()}/api-keys`, key, { cookie: keys.cookie }, keys.leave),
      await late('POST', `${own()}/invitations`, invitation, { cookie: invites.cookie }, invites.leave),
      await late('POST', hooksUrl, endpoint, bearer, hooks.leave),
      await late('POST', tokensUrl, organization(), { cookie: tokens.cookie }, tokens.leave),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    const names = (await test.request('listApiKeys', { params: organization() }, owner)).data.map(({ name }) => name)
    expect(names).not.toContain('Theirs')
    expect((await test.request('listInvitations', { params: organization() }, owner)).data).toEqual([])
    const made = await test.request('listWebhookEndpoints', { params: { agent } }, { key: await owner.key() })
    expect(made.data).toEqual([])
  })

  it('sends nothing again of a visitor who was erased', async () => {
    const receiver = await createReceiver()
    const { id: agent } = await buildAgent(test, owner)
    const key = await owner.key()
    await test.request('createWebhookEndpoint', { params: { agent }, body: { url: receiver.url } }, { key })
    for (const isDeleted of [false, true]) {
      const { id: conversation } = await buildConversation(test, owner, agent, { chat_user_id: 'ada' })
      const params = { agent, conversation }
      await test.request('sendMessage', { params, body: { content: 'Where is my lamp?' } }, { key })
      await test.settled()
      if (isDeleted) await test.request('deleteConversation', { params }, { key })
      const list = async () => (await test.request('listWebhookDeliveries', { params: { agent } }, owner)).data
      const [delivery] = await list()
      const sent = receiver.received.length
      expect(sent).toBeGreaterThan(0)
      const url = `${basePaths['first-party']}/agents/${agent}/webhook-deliveries/${delivery?.id}/replay`
      const answer = await late('POST', url, {}, { cookie: owner.cookie }, async () => {
        const body = { chat_user_id: 'ada' }
        const { data: matches } = await test.request('findVisitors', { params: organization(), body }, owner)
        await test.request('eraseVisitors', { params: organization(), body: { matches } }, owner)
        await test.settled()
      })
      expect(answer.statusCode).toBe(404)
      expect(await list()).toEqual([])
      await test.settled()
      expect(receiver.received).toHaveLength(sent)
    }
    await receiver.close()
  })

  it('changes of a saved reply and of a label what it names, and nothing that others have changed since', async () => {
    const author = await buildMember(test, owner, 'admin')
    const shared = { title: 'Hours', content: 'We open at nine.', is_shared: true }
    const reply = (await test.request('createSavedReply', { params: organization(), body: shared }, author)).data
    const label = (
      await test.request('createLabel', { params: organization(), body: { name: 'Late', color: 'red' } }, owner)
    ).data
    const { cookie = '' } = owner
    const hide = () => {
      const params = { ...organization(), reply: reply.id }
      return test.request('updateSavedReply', { params, body: { is_shared: false } }, author)
    }
    const rename = () => {
      const params = { ...organization(), label: label.id }
      return test.request('updateLabel', { params, body: { name: 'Soon' } }, owner)
    }
    await late('PATCH', `${own()}/saved-replies/${reply.id}`, { title: 'Opening' }, { cookie }, hide)
    const [left] = (await test.request('listSavedReplies', { params: organization() }, author)).data
    expect(left).toMatchObject({ title: 'Hours', is_shared: false })
    await late('PATCH', `${own()}/labels/${label.id}`, { color: 'green' }, { cookie }, rename)
    expect((await test.request('listLabels', { params: organization() }, owner)).data).toMatchObject([
      { name: 'Soon', color: 'green' },
    ])
  })
})
