import { expect, it } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const at = (clock: string) => Date.parse(`2026-11-23T${clock}:00Z`)

it('is quiet from the start to the minute before the end, through midnight too, by the clocks of the zone', () => {
  const day = { from: '09:00', to: '17:30' }
  const night = { from: '22:00', to: '07:00' }
  const quiet = (hours: typeof day | null, zone: string, ...clocks: string[]) =>
    clocks.map((clock) => isQuiet(hours, zone, at(clock)))
  expect(quiet(day, 'UTC', '08:59', '09:00', '17:29', '17:30')).toEqual([false, true, true, false])
  expect(quiet(night, 'UTC', '21:59', '22:00', '00:00', '06:59', '07:00')).toEqual([false, true, true, true, false])
  expect(quiet(night, 'Europe/Berlin', '20:59', '21:00', '06:00')).toEqual([false, true, false])
  expect(quiet({ from: '08:00', to: '08:00' }, 'Asia/Kolkata', '02:29', '02:30')).toEqual([true, true])
  expect(quiet(null, 'UTC', '00:00')).toEqual([false])
})
