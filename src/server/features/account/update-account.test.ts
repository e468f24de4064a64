import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/database.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const password = 'a long enough password'
const another = 'another long password'

describe.each(databases())('PATCH /account on $name', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp({ database })
  })
  afterAll(() => test.close())

  const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]!
  const signIn = (email: string, sent: string) => test.request('signIn', { body: { email, password: sent } })

  async function account(email: string) {
    const body = { organization: 'Example', name: 'Owner', email, password }
    const caller = { cookie: cookieOf(await test.request('signUp', { body })) }
    const change = (body: { password: string; current_password: string }, from = caller) =>
      test.request('updateAccount', { body }, from)
    return { caller, change }
  }

  it('changes the password, ends all other sessions and their bearers, and keeps this one', async () => {
    const { caller, change } = await account('ana@example.com')
    const elsewhere = { cookie: cookieOf(await signIn('ana@example.com', password)) }
    const { token } = (await test.request('createSessionToken', { body: {} }, elsewhere)).data
    const stranger = await account('bob@example.com')
    const answer = await change({ password: another, current_password: password })
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual((await test.request('getSession', {}, caller)).data)
    expect((await test.request('getSession', {}, elsewhere)).status).toBe(401)
    expect((await test.request('listAiModels', {}, { key: token })).status).toBe(401)
    expect((await test.request('getSession', {}, stranger.caller)).status).toBe(200)
    expect((await signIn('ana@example.com', password)).status).toBe(401)
    expect((await signIn('ana@example.com', another)).status).toBe(200)
  })

  it('changes the name without a password, and ends nothing', async () => {
    const { caller } = await account('nora@example.com')
    const elsewhere = { cookie: cookieOf(await signIn('nora@example.com', password)) }
    const answer = await test.request('updateAccount', { body: { name: '  Nora Näf ' } }, caller)
    expect(answer.data.user).toMatchObject({ name: 'Nora Näf', email: 'nora@example.com' })
    // The inbox shows names and asks only whether something has happened.
    const [{ id: organization } = { id: '' }] = answer.data.organizations
    const events = test.deps.database.read.selectFrom('events').select('type')
    expect(await events.where('organization_id', '=', organization).execute()).toContainEqual({
      type: 'member.updated',
    })
    expect((await test.request('getSession', {}, elsewhere)).data.user.name).toBe('Nora Näf')
    expect((await test.request('updateAccount', { body: { name: ' ' } }, caller)).status).toBe(422)
  })

  it('changes the address at once where no mail is sent, and ends all other sessions', async () => {
    const { caller } = await account('olga@example.com')
    await account('taken@example.com')
    const elsewhere = { cookie: cookieOf(await signIn('olga@example.com', password)) }
    const move = (body: object) => test.request('updateAccount', { body }, caller)
    const without = await move({ email: 'olga@new.example' })
    expect(without.body.error.details).toEqual([
      { field: 'current_password', message: 'The current_password field is required.' },
    ])
    const wrong = await move({ email: 'olga@new.example', current_password: 'not my password' })
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'current_password'])
    const taken = await move({ email: 'Taken@example.com', current_password: password })
    expect([taken.status, taken.body.error.details[0].message]).toEqual([422, 'The email field is already in use.'])
    expect((await test.request('getSession', {}, elsewhere)).status).toBe(200)
    const answer = await move({ email: 'Olga@New.example', current_password: password })
    expect([answer.status, answer.data.user.email]).toEqual([200, 'olga@new.example'])
    expect((await test.request('getSession', {}, elsewhere)).status).toBe(401)
    expect((await signIn('olga@example.com', password)).status).toBe(401)
    expect((await signIn('olga@new.example', password)).status).toBe(200)
  })

  it('gives one of two who want an address at the same moment', async () => {
    const movers = await Promise.all(['petra@example.com', 'quinn@example.com'].map(account))
    const answers = await Promise.all(
      movers.map(({ caller }) =>
        test.request('updateAccount', { body: { email: 'both@example.com', current_password: password } }, caller),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('needs the current password, in a session', async () => {
    const { change } = await account('cleo@example.com')
    const wrong = await change({ password: another, current_password: 'not my password' })
    expect([wrong.status, wrong.body.error.details]).toEqual([
      422,
      [{ field: 'current_password', message: 'The current_password field is not your password.' }],
    ])
    const short = await change({ password: 'short', current_password: password })
    expect([short.status, short.body.error.details[0].field]).toEqual([422, 'password'])
    expect((await change({ password: another, current_password: password }, { cookie: '' })).status).toBe(401)
    expect((await signIn('cleo@example.com', password)).status).toBe(200)
  })

  it('looks at ten wrong ones in 15 minutes, however many come at once, and sign-in goes on', async () => {
    const { change } = await account('dora@example.com')
    const guesses = Array.from({ length: 15 }, (_, guess) =>
      change({ password: another, current_password: `a guess ${guess}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect((await change({ password: another, current_password: password })).status).toBe(429)
    expect((await signIn('dora@example.com', password)).status).toBe(200)
  })

  it('lets no sign-in with the old password outlive the change', async () => {
    const { caller, change } = await account('emil@example.com')
    const [, ...answers] = await Promise.all([
      change({ password: another, current_password: password }),
      ...Array.from({ length: 5 }, () => signIn('emil@example.com', password)),
    ])
    for (const answer of answers.filter(({ status }) => status === 200))
      expect((await test.request('getSession', {}, { cookie: cookieOf(answer) })).status).toBe(401)
    expect((await test.request('listSessions', {}, caller)).data).toHaveLength(1)
  })
})
