import { describe, expect, it } from 'vitest'
import { type Admission, createBulkheads } from './bulkheads.ts'

function begun(admission: Admission): { end: () => void } {
  if (!('end' in admission)) throw new Error('was sent away')
  return admission
}

const delayOf = (admission: Admission) => ('comeBackInSeconds' in admission ? admission.comeBackInSeconds : undefined)

describe('createBulkheads', () => {
  let time = 0
  const start = () => {
    time = 0
    const bulkheads = createBulkheads(() => time)
    return (endpointId: string, organizationId = 'organization') => bulkheads.enter({ endpointId, organizationId })
  }

  it('gives an endpoint that hangs a few requests, and spreads the rest over the time it needs', async () => {
    const enter = start()
    for (let count = 0; count < 4; count += 1) begun(await enter('hanging'))
    time = 15_000
    const away = []
    for (let count = 0; count < 100; count += 1) away.push(await enter('hanging'))
    const delays = away.map(delayOf)
    expect(delays.slice(0, 3)).toEqual([15, 30, 45])
    expect(Math.max(...delays.map(Number))).toBe(300)
  })

  it('lets another endpoint of the organization in at once', async () => {
    const enter = start()
    for (let count = 0; count < 4; count += 1) await enter('hanging')
    time = 15_000
    await enter('hanging')
    for (let count = 0; count < 4; count += 1) begun(await enter('quick'))
  })

  it('has deliveries wait for a quick endpoint, four of them being sent at once', async () => {
    const enter = start()
    const first = begun(await enter('quick'))
    time = 10
    first.end()
    const open = [1, 2, 3, 4].map(() => enter('quick'))
    const waiting = Promise.all(Array.from({ length: 20 }, () => enter('quick').then((next) => begun(next).end())))
    for (const admission of open) begun(await admission).end()
    await waiting
  })

  it('lets an endpoint that was slow have one request at a time until it is quick again', async () => {
    const enter = start()
    const slow = begun(await enter('slow'))
    time = 6_000
    slow.end()
    const single = begun(await enter('slow'))
    expect(await enter('slow')).toEqual({ comeBackInSeconds: 6 })
    time = 6_010
    single.end()
    begun(await enter('slow'))
    begun(await enter('slow'))
  })

  it('stops an organization whose endpoints all hang at 500 requests, and no other one', async () => {
    const enter = start()
    const open = []
    for (let count = 0; count < 500; count += 1) open.push(begun(await enter(`hanging ${count}`)))
    time = 15_000
    const waits = enter('hanging 501')
    const delays = []
    for (let count = 0; count < 100; count += 1) delays.push(enter(`hanging too ${count}`))
    expect(delayOf(await delays.at(-1)!)).toBeGreaterThan(0)
    begun(await enter('quick', 'another organization'))
    open[0]?.end()
    begun(await waits)
  })

  it('has an organization’s quick endpoints wait for each other, however long hundreds of others have hung', async () => {
    const enter = start()
    for (let count = 0; count < 400; count += 1) begun(await enter(`hanging ${count}`))
    time = 4_000
    const quick = Array.from({ length: 900 }, (_, count) => enter(`quick ${count}`))
    for (const admission of quick) begun(await admission).end()
  })
})
