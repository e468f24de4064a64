import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { databases } from '../../testing/database.ts'
import { buildMember } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'

describe.each(databases())('working hours on $name', (database) => {
  let test: TestApp
  let owner: Owner

  beforeAll(async () => {
    test = await createTestApp({ database, worker: false })
    owner = await test.signUp()
  })
  afterAll(() => test.close())

  const params = () => ({ organization: owner.organizationId })
  const change = (body: Input<'updateOrganization'>['body'], caller = owner) =>
    test.request('updateOrganization', { params: params(), body }, caller)
  const monday = { from: '09:00', to: '17:00' }

  it('are always, in UTC, until an owner sets them', async () => {
    const { data } = await test.request('getOrganization', { params: params() }, owner)
    expect(data).toMatchObject({ time_zone: 'UTC', working_hours: {} })
    const saved = await change({
      time_zone: 'Europe/Berlin',
      working_hours: { sunday: { from: '22:00', to: '06:00' }, monday },
    })
    expect(saved.data.working_hours).toEqual({ monday, sunday: { from: '22:00', to: '06:00' } })
    const renamed = await change({ name: 'Inn' })
    expect(renamed.data).toMatchObject({ name: 'Inn', time_zone: 'Europe/Berlin', working_hours: { monday } })
    expect((await change({ working_hours: {} })).data).toMatchObject({ time_zone: 'Europe/Berlin', working_hours: {} })
    const admin = await buildMember(test, owner, 'admin')
    expect((await change({ time_zone: 'UTC' }, admin)).status).toBe(403)
  })

  it('are told to the organization when they change, as all else about it', async () => {
    const told = async () =>
      (
        await test.deps.database.read
          .selectFrom('events')
          .select('type')
          .where('organization_id', '=', owner.organizationId)
          .orderBy('sequence')
          .execute()
      ).map(({ type }) => type)
    const toldBy = async (body: Input<'updateOrganization'>['body']) => {
      const before = (await told()).length
      await change(body)
      return (await told()).slice(before)
    }
    await change({ name: 'Inn', time_zone: 'UTC', working_hours: {} })
    expect(await toldBy({ working_hours: { monday } })).toEqual(['organization.updated'])
    expect(await toldBy({ name: 'Lodge' })).toEqual(['organization.updated'])
    expect(await toldBy({ plan: 'free' })).toEqual(['organization.updated'])
    expect(await toldBy({ plan: 'premium', retention_days: 400 })).toEqual(['organization.updated'])
    expect(await toldBy({ time_zone: 'Asia/Kolkata' })).toEqual(['organization.updated'])
    expect(await toldBy({ name: 'Lodge', time_zone: 'Asia/Kolkata', working_hours: { monday } })).toEqual([])
  })

  it('are times of weekdays in a zone that exists', async () => {
    const bodies: [string, object][] = [
      ['time_zone', { time_zone: 'Europe/Atlantis' }],
      ['time_zone', { time_zone: '+01:00' }],
      ['time_zone', { time_zone: '' }],
      ['working_hours.monday.to', { working_hours: { monday: { from: '09:00', to: '24:00' } } }],
      ['working_hours.monday.from', { working_hours: { monday: { from: '9:00', to: '17:00' } } }],
      ['working_hours.monday.to', { working_hours: { monday: { from: '09:00' } } }],
      ['working_hours', { working_hours: null }],
    ]
    for (const [field, body] of bodies) {
      const answer = await change(body)
      const fields = answer.body.error?.details?.map((detail: { field: string }) => detail.field)
      expect([body, answer.status, fields]).toEqual([body, 422, [field]])
    }
    expect((await change({ working_hours: { someday: monday } } as never)).status).toBe(422)
  })

  it('are an entry of the audit log when they change, whichever day is named first', async () => {
    const entries = async () =>
      (await test.request('listAuditLog', { params: params(), query: { action: 'organization.changed' } }, owner)).body
        .meta.total
    await change({ working_hours: { monday, friday: monday } })
    const before = await entries()
    await change({ working_hours: { friday: monday, monday } })
    expect(await entries()).toBe(before)
    await change({ working_hours: { monday } })
    expect(await entries()).toBe(before + 1)
  })
})
