import { describe, expect, it } from 'vitest'
import { createReceiverTurns, type Turn } from './receiver-turns.ts'

function begun(turn: Turn): { end: () => void } {
  if (!('end' in turn)) throw new Error('was sent away')
  return turn
}

describe('createReceiverTurns', () => {
  it('keeps a few slots for a receiver that hangs, and spreads the rest over the time it needs', async () => {
    let time = 0
    const turns = createReceiverTurns(() => time)
    for (let count = 0; count < 4; count += 1) begun(await turns.take('hanging'))
    time = 15_000
    const away = []
    for (let count = 0; count < 100; count += 1) away.push(await turns.take('hanging'))
    const delays = away.map((turn) => ('comeBackInSeconds' in turn ? turn.comeBackInSeconds : 0))
    expect(delays.slice(0, 3)).toEqual([15, 30, 45])
    expect(Math.max(...delays)).toBe(300)
  })

  it('gives a turn at another receiver at once', async () => {
    let time = 0
    const turns = createReceiverTurns(() => time)
    for (let count = 0; count < 4; count += 1) await turns.take('hanging')
    time = 15_000
    await turns.take('hanging')
    begun(await turns.take('quick')).end()
  })

  it('queues for a quick receiver, four at once', async () => {
    let time = 0
    const turns = createReceiverTurns(() => time)
    const first = begun(await turns.take('quick'))
    time = 10
    first.end()
    const open = [1, 2, 3, 4].map(() => turns.take('quick'))
    const waiting = Promise.all(Array.from({ length: 20 }, () => turns.take('quick').then((turn) => begun(turn).end())))
    for (const turn of open) begun(await turn).end()
    await waiting
  })

  it('lets a receiver that was slow have one request at a time until it is quick again', async () => {
    let time = 0
    const turns = createReceiverTurns(() => time)
    const slow = begun(await turns.take('slow'))
    time = 6_000
    slow.end()
    const single = begun(await turns.take('slow'))
    expect(await turns.take('slow')).toEqual({ comeBackInSeconds: 6 })
    time = 6_010
    single.end()
    begun(await turns.take('slow'))
    begun(await turns.take('slow'))
  })
})
