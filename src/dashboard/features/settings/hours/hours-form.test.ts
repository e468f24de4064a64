import { expect, it } from 'vitest'
import { hoursSchema, toForm, toRequest, zonesWith } from './hours-form.ts'

const served = { time_zone: 'Europe/Berlin', working_hours: { friday: { from: '10:00', to: '02:00' } } }

it('shows usual hours on days that are not worked, and sends only those that are', () => {
  const form = toForm(served as never)
  expect(form.working_hours.friday).toEqual({ works: true, from: '10:00', to: '02:00' })
  expect(form.working_hours.monday).toEqual({ works: false, from: '09:00', to: '17:00' })
  expect(toRequest(form)).toEqual(served)
  expect(toRequest({ time_zone: 'UTC' })).toEqual({ time_zone: 'UTC' })
})

it('wants both times of a day', () => {
  const form = toForm(served as never)
  form.working_hours.friday.to = ''
  expect(hoursSchema.safeParse(form).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'working_hours.friday.to',
  ])
})

it('offers the chosen zone and UTC, whatever the browser lists', () => {
  expect(zonesWith('Asia/Calcutta')).toEqual(expect.arrayContaining(['Asia/Calcutta', 'UTC', 'Europe/Berlin']))
})
