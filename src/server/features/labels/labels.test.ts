import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { databases } from '../../testing/database.ts'
import { buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { insertLabel } from './queries.ts'

describe.each(databases())('labels on $name', (database) => {
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    owner = await test.signUp()
  })

  const params = (label = '') => ({ organization: owner.organizationId, label })
  const create = (name: string, color: Input<'createLabel'>['body']['color'] = 'blue', caller = owner) =>
    test.request('createLabel', { params: params(), body: { name, color } }, caller)
  const update = (id: string, body: Input<'updateLabel'>['body'], caller = owner) =>
    test.request('updateLabel', { params: params(id), body }, caller)
  const list = async () => (await test.request('listLabels', { params: params() }, owner)).data
  const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
    answer.body.error.details.map(({ field }) => field)

  it('are made by everybody and listed by name', async () => {
    const responder = await buildMember(test, owner, 'responder')
    expect(await create('refund', 'red', responder)).toMatchObject({
      status: 201,
      data: { name: 'refund', color: 'red' },
    })
    await create('  Bug ')
    expect((await list()).map(({ name, color }) => [name, color])).toEqual([
      ['Bug', 'blue'],
      ['refund', 'red'],
    ])
  })

  it('need a name and a colour of the theme', async () => {
    expect(fields(await create(' '))).toEqual(['name'])
    expect(fields(await create('x'.repeat(limits.labelName + 1)))).toEqual(['name'])
    const answer = await create('Bug', 'teal' as 'blue')
    expect([answer.status, fields(answer)]).toEqual([422, ['color']])
  })

  it('have names of their own, whatever their case', async () => {
    await create('Straße')
    const { data: other } = await create('Étage')
    for (const name of ['STRASSE', 'straße', 'E\u0301TAGE']) {
      const answer = await create(name)
      expect([name, answer.status, fields(answer)]).toEqual([name, 422, ['name']])
    }
    const renamed = await update(other.id, { name: 'strasse' })
    expect([renamed.status, fields(renamed)]).toEqual([422, ['name']])
    expect((await update(other.id, { name: 'ÉTAGE' })).data).toMatchObject({ name: 'ÉTAGE' })
    const stranger = await test.signUp()
    const elsewhere = { organization: stranger.organizationId }
    const body = { name: 'Straße', color: 'red' as const }
    expect((await test.request('createLabel', { params: elsewhere, body }, stranger)).status).toBe(201)
  })

  it('are renamed and deleted by owners and admins', async () => {
    const admin = await buildMember(test, owner, 'admin')
    const responder = await buildMember(test, owner, 'responder')
    const { id } = (await create('Bug')).data
    expect((await update(id, { color: 'green' }, admin)).data).toEqual({ id, name: 'Bug', color: 'green' })
    expect((await update(id, { name: 'Fault' })).data).toEqual({ id, name: 'Fault', color: 'green' })
    expect((await update(id, { name: 'Mine' }, responder)).body.error.code).toBe('forbidden')
    const remove = (caller: Owner) => test.request('deleteLabel', { params: params(id) }, caller)
    expect((await remove(responder)).body.error.code).toBe('forbidden')
    expect((await remove(admin)).status).toBe(204)
    expect((await remove(admin)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('of another organization do not exist', async () => {
    const { id } = (await create('Bug')).data
    const stranger = await test.signUp()
    const foreign = { organization: stranger.organizationId, label: id }
    expect((await test.request('updateLabel', { params: foreign, body: { name: 'x' } }, stranger)).status).toBe(404)
    expect((await test.request('deleteLabel', { params: foreign }, stranger)).status).toBe(404)
  })

  it(`are ${limits.labels} at most, also when two are made at once`, async () => {
    const { organizationId: organization_id } = owner
    await test.deps.database.transaction(async (tx) => {
      for (let index = 1; index < limits.labels; index += 1) {
        const name = `label ${index}`
        await insertLabel(tx, {
          id: crypto.randomUUID(),
          organization_id,
          name,
          folded_name: name,
          color: 'gray',
          created_at: 0,
        })
      }
    })
    const answers = await Promise.all([create('one'), create('other')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(fields(answers.find(({ status }) => status === 422)!)).toEqual(['name'])
  })

  it('tell the event stream', async () => {
    await create('Bug')
    const events = test.deps.database.read.selectFrom('events').select('type')
    const found = await events.where('organization_id', '=', owner.organizationId).execute()
    expect(found).toEqual([{ type: 'label.updated' }])
  })
})
