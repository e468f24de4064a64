import type { Data, Input } from '#contract/index.ts'
import type { Role } from '#contract/roles.ts'
import type { Owner, TestApp } from './test-app.ts'

type Body<Name extends 'createAgent' | 'createConversation' | 'importConversation' | 'createAction'> =
  NonNullable<Input<Name>> extends { body: infer B } ? B : never

/** Creates an agent of the owner through the API. What providers' models say to it is not checked, unless a test asks. */
export async function buildAgent(test: TestApp, owner: Owner, body: Partial<Body<'createAgent'>> = {}) {
  const answer = await test.request(
    'createAgent',
    { params: { organization: owner.organizationId }, body: { name: 'Guide', ...body } },
    { key: await owner.key() },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { id } = answer.data
  await test.deps.database.transaction((tx) =>
    tx.updateTable('agents').set({ verification: 'off' }).where('id', '=', id).execute(),
  )
  return answer.data as Data<'createAgent'>
}

/** Opens a conversation through the API. */
export async function buildConversation(
  test: TestApp,
  owner: Owner,
  agentId: string,
  body: Body<'createConversation'> = {},
) {
  const answer = await test.request(
    'createConversation',
    { params: { agent: agentId }, body },
    { key: await owner.key() },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.data as Data<'createConversation'>
}

/** Imports a conversation of another channel through the API. */
export async function buildImported(
  test: TestApp,
  owner: Owner,
  agentId: string,
  body: Partial<Body<'importConversation'>> = {},
) {
  const answer = await test.request(
    'importConversation',
    { params: { agent: agentId }, body: { origin: 'widget', chat_user: { id: 'visitor-1' }, ...body } },
    { cookie: owner.cookie },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.data as Data<'importConversation'>
}

/** Creates an action that asks for a name, an e-mail address and, if the visitor likes, a phone number. */
export async function buildAction(
  test: TestApp,
  owner: Owner,
  agentId: string,
  body: Partial<Body<'createAction'>> = {},
) {
  const answer = await test.request(
    'createAction',
    {
      params: { agent: agentId },
      body: {
        slug: 'collect-lead',
        name: 'Leave your details',
        description: 'The visitor wants to be contacted or to leave their details.',
        fields: [
          { name: 'name', label: 'Your name', type: 'text', required: true },
          { name: 'email', label: 'Your e-mail', type: 'email', required: true },
          { name: 'phone', label: 'Your phone', type: 'phone', required: false },
        ],
        ...body,
      },
    },
    { cookie: owner.cookie },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.data as Data<'createAction'>
}

/** Creates a text source and waits until it is trained. */
export async function buildTextSource(test: TestApp, owner: Owner, agentId: string, content: string) {
  const answer = await test.request(
    'createSource',
    { params: { agent: agentId }, body: { type: 'text', content } },
    { key: await owner.key() },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  await test.settled()
  return answer.data as Data<'getSource'>
}

let invited = 0

/** Somebody who has joined the owner's organization by an invitation. */
export async function buildMember(test: TestApp, owner: Owner, role: Role): Promise<Owner> {
  invited += 1
  const params = { organization: owner.organizationId }
  const email = `member${invited}@example.com`
  const invitation = await test.request('createInvitation', { params, body: { email, role } }, { cookie: owner.cookie })
  const token = invitation.data.link!.split('#')[1]!
  const body = { token, name: `Member ${invited}`, password: 'a long enough password' }
  const answer = await test.request('acceptInvitation', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return {
    ...owner,
    userId: answer.data.user.id,
    cookie: String(answer.headers['set-cookie']).split(';')[0]!,
    key: () => Promise.reject(new Error('Only owners make keys')),
  }
}
